//! A town library: foyer, lending hall, reading room, children's corner, local history room.

use super::prelude::*;

pub(crate) const PLACE: Place = Place {
    name: "Town library",
    rooms: &[
        room("foyer", 350, 550, 400, 300),
        room("lending hall", 0, 0, 600, 550),
        room("reading room", 600, 0, 500, 300),
        room("local history room", 600, 300, 500, 250),
        room("children's corner", 0, 550, 350, 300),
        room("staff room", 750, 550, 350, 300),
    ],
    openings: &[
        across(550, 420, 540),
        down(600, 100, 220),
        down(600, 380, 470),
        down(350, 650, 750),
        down(750, 680, 770),
    ],
    things: &[
        // Foyer
        block("cloakroom lockers", "yellow", [640, 560], [100, 50, 180]),
        block("return box", "red", [360, 790], [60, 50, 120]),
        block("display case", "white", [520, 680], [90, 60, 110]),
        pillar("bust", "grey", [690, 780], [45, 160]),
        // Lending hall
        block("issue desk", "wooden", [240, 440], [150, 60, 100]),
        block("scanner", "black", [270, 450], [25, 30, 10]).on(100),
        block("crime shelf", "brown", [100, 80], [50, 200, 200]),
        block("travel shelf", "blue", [240, 80], [50, 200, 200]),
        block("cookery shelf", "orange", [380, 80], [50, 200, 200]),
        block("music stand", "silver", [20, 500], [50, 40, 110]),
        block("book trolley", "green", [480, 330], [70, 45, 100]),
        pillar("step stool", "black", [310, 310], [40, 40]),
        pillar("new books tower", "purple", [500, 120], [60, 170]),
        block("catalogue terminal", "grey", [30, 340], [60, 50, 120]),
        // Reading room
        block("reading table", "wooden", [750, 110], [180, 80, 75]),
        pillar("reading lamp", "green", [830, 140], [20, 45]).on(75),
        block("newspaper rack", "black", [1040, 20], [50, 120, 130]),
        block("wing chair", "red", [620, 20], [80, 80, 110]),
        block("wing chair", "turquoise", [1000, 200], [80, 80, 110]),
        pillar("potted fig", "light green", [960, 10], [45, 170]),
        sheet("carpet", "beige", [720, 80], [240, 140]),
        // Local history room
        block("map cabinet", "beige", [680, 310], [140, 60, 100]),
        block("microfilm reader", "dark grey", [900, 420], [70, 60, 140]),
        pillar("town model", "white", [700, 440], [90, 90]),
        block("manuscript chest", "brown", [1010, 480], [80, 60, 50]),
        pillar("globe", "blue", [1030, 320], [50, 110]),
        // Children's corner
        block("picture book crate", "pink", [40, 600], [70, 50, 45]),
        pillar("story cushion", "orange", [150, 730], [70, 30]),
        block("puppet theatre", "red", [20, 770], [110, 60, 150]),
        block("building table", "light blue", [220, 580], [80, 80, 50]),
        pillar("giraffe", "yellow", [290, 790], [40, 190]),
        // Staff room
        block("sorting table", "white", [880, 760], [140, 70, 80]),
        pillar("teapot", "blue", [950, 780], [20, 20]).on(80),
        block("lost property box", "purple", [1030, 560], [60, 50, 60]),
        block("laminator", "black", [1040, 700], [45, 60, 90]),
    ],
    tasks: &[
        base(
            "brown crime shelf",
            [140, 350, 0],
            "Please find the crime shelf in the lending hall and stay close to it.",
        ),
        base(
            "turquoise wing chair",
            [810, 255, 0],
            "The reading room has two wing chairs. Go to the turquoise wing chair, not to the other.",
        ),
        base("yellow cloakroom lockers", [535, 780, 0], "Walk over to the cloakroom lockers in the foyer."),
        base("pink picture book crate", [380, 690, 180], "Get to the picture book crate."),
        base("beige map cabinet", [895, 510, 0], "Next stop: the map cabinet."),
        common(
            "red return box",
            [560, 615, 180],
            "These novels are due today and the desk is already closed. Show me where I can hand them in.",
        ),
        common(
            "black newspaper rack",
            [740, 55, 270],
            "I wonder who won last night's match. Go to where today's sports pages hang.",
        ),
        common(
            "purple lost property box",
            [870, 685, 90],
            "A lady says she left a glove here on Tuesday. Go to where such things end up.",
        ),
        common(
            "orange cookery shelf",
            [430, 450, 0],
            "My guests love Lebanese food and I cannot even cook rice. Take me to the books that will help.",
        ),
        common(
            "grey catalogue terminal",
            [425, 425, 270],
            "Is the second volume on loan or just on another floor? Go to the screen that knows.",
        ),
        complex(
            "purple new books tower",
            [785, 260, 270],
            "Every first Monday the reading circle meets, and they argue for an hour about what to read. This month I would like to \
             surprise them with something nobody has borrowed before. Go to the new books tower, so that we can choose one.",
        ),
        complex(
            "dark grey microfilm reader",
            [560, 425, 270],
            "A student is writing about the flood of 1954. She has been through the letters and copied two maps, but the newspapers \
             of that summer exist on film only, and she has never threaded one. Meet her at the microfilm reader and help.",
        ),
        complex(
            "red puppet theatre",
            [410, 665, 270],
            "At three o'clock the children come in, and by then the crocodile must be found. It is neither among the cushions nor \
             on the building table, I have looked. The only place left is behind the curtain: go to the puppet theatre, please.",
        ),
        complex(
            "black laminator",
            [680, 680, 0],
            "We have forty new reader's tickets to hand out. They are printed and cut, and Mr Adeyemi is writing the names. Without \
             a cover they will be rags by Christmas, so get ready at the laminator in the staff room while he finishes.",
        ),
        complex(
            "grey bust",
            [450, 605, 90],
            "The mayor wants a photograph with our founder. Not with the portrait, which is being cleaned, and not with the books \
             he left us. Go to the bust in the foyer and tell me if anyone has put a hat on it again.",
        ),
        visual(
            "yellow giraffe",
            &[Looks::Round, Looks::Tall],
            [135, 605, 90],
            "Go to what is slim, round, yellow and taller than I am.",
        ),
        visual(
            "green reading lamp",
            &[Looks::Round, Looks::Raised],
            [660, 130, 90],
            "Go where something small, green and round stands raised above the floor.",
        ),
        visual(
            "light blue building table",
            &[Looks::Low, Looks::Square],
            [430, 765, 270],
            "A square, light blue block stands low above the floor; go up to it.",
        ),
        visual(
            "orange story cushion",
            &[Looks::Round, Looks::Low],
            [425, 665, 270],
            "Find the flat orange drum shape on the ground and stop there.",
        ),
        visual(
            "white town model",
            &[Looks::Round],
            [955, 510, 270],
            "White, round, and as wide as a cartwheel: that is where I want you.",
        ),
        long(
            "wooden issue desk",
            [630, 190, 90],
            "Return to the issue desk in the lending hall, however far it may seem from here.",
        ),
        long(
            "brown manuscript chest",
            [570, 400, 0],
            "Pass between the shelves and go on to the manuscript chest, at the very back of the local history room.",
        ),
        long(
            "white sorting table",
            [550, 655, 180],
            "Walk through the foyer into the staff room and go to the sorting table.",
        ),
        long(
            "wooden reading table",
            [460, 165, 180],
            "You have a seat at the reading table. It is a good distance away; take the shortest way round the furniture.",
        ),
        long(
            "silver music stand",
            [515, 620, 90],
            "Go right across to the music stand in the corner of the lending hall.",
        ),
    ],
};
