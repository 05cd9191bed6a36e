//! A doctor's practice: waiting room, reception, consulting room, treatment room, laboratory.

use super::prelude::*;

pub(crate) const PLACE: Place = Place {
    name: "Doctor's practice",
    rooms: &[
        room("waiting room", 0, 0, 450, 450),
        room("reception", 450, 0, 300, 450),
        room("consulting room", 750, 0, 350, 450),
        room("corridor", 0, 450, 1100, 150),
        room("treatment room", 0, 600, 400, 300),
        room("laboratory", 400, 600, 350, 300),
        room("X-ray room", 750, 600, 350, 300),
    ],
    openings: &[
        down(450, 150, 260),
        across(450, 560, 660),
        across(450, 850, 940),
        across(450, 60, 160),
        across(600, 230, 320),
        across(600, 520, 610),
        across(600, 950, 1040),
    ],
    things: &[
        // Waiting room
        block("chair", "blue", [5, 40], [50, 50, 85]),
        block("chair", "green", [5, 110], [50, 50, 85]),
        block("chair", "yellow", [5, 180], [50, 50, 85]),
        block("magazine table", "white", [160, 120], [90, 60, 45]),
        block("toy kitchen", "pink", [340, 5], [80, 40, 90]),
        pillar("rubber plant", "green", [20, 385], [45, 150]),
        block("bookshelf", "wooden", [250, 410], [140, 35, 120]),
        pillar("water cooler", "light blue", [400, 70], [40, 120]),
        pillar("fish tank", "turquoise", [290, 240], [60, 120]),
        // Reception
        block("counter", "white", [540, 130], [150, 60, 110]),
        block("bell", "silver", [560, 145], [10, 10, 5]).on(110),
        block("card index", "grey", [700, 5], [45, 120, 130]),
        block("swivel chair", "red", [590, 40], [50, 50, 100]),
        pillar("pen pot", "orange", [660, 150], [10, 15]).on(110),
        block("wheelchair", "black", [460, 350], [65, 80, 95]),
        // Consulting room
        block("desk", "brown", [820, 60], [150, 75, 75]),
        block("computer", "black", [880, 70], [50, 20, 45]).on(75),
        block("examination couch", "light green", [1030, 150], [65, 190, 70]),
        block("body scales", "silver", [770, 380], [50, 60, 140]),
        pillar("skeleton", "beige", [1045, 20], [40, 180]),
        block("eye chart", "white", [760, 200], [15, 40, 170]),
        // Corridor
        block("stretcher", "yellow", [700, 545], [190, 50, 80]),
        pillar("hand sanitiser", "blue", [360, 455], [25, 120]),
        block("drinks machine", "red", [1035, 460], [60, 70, 180]),
        // Treatment room
        block("treatment bed", "turquoise", [60, 750], [190, 80, 70]),
        block("dressing trolley", "silver", [330, 780], [50, 70, 90]),
        pillar("infusion stand", "grey", [20, 700], [30, 180]),
        block("defibrillator", "orange", [340, 620], [45, 40, 110]),
        // Laboratory
        block("bench", "white", [410, 830], [240, 60, 90]),
        block("microscope", "dark grey", [450, 845], [30, 30, 40]).on(90),
        block("centrifuge", "blue", [560, 840], [45, 40, 35]).on(90),
        block("vaccine fridge", "grey", [680, 820], [65, 70, 160]),
        pillar("stool", "purple", [500, 760], [35, 60]),
        // X-ray room
        block("X-ray table", "dark grey", [840, 740], [200, 80, 80]),
        block("lead screen", "yellow", [770, 640], [20, 120, 200]),
        block("apron rack", "purple", [1050, 800], [40, 80, 150]),
    ],
    tasks: &[
        base(
            "light green examination couch",
            [820, 280, 90],
            "The examination couch is in the consulting room. Go over to it.",
        ),
        base("pink toy kitchen", [395, 205, 270], "Could you come to the toy kitchen?"),
        base("yellow chair", [245, 290, 270], "In the waiting room, go and stop by the yellow chair."),
        base("dark grey microscope", [655, 715, 180], "Head to the microscope in the laboratory."),
        base("yellow stretcher", [960, 370, 270], "A stretcher is parked in the corridor; move alongside it."),
        common(
            "silver body scales",
            [995, 250, 270],
            "Have I really gained five kilos over Christmas? Go to what will tell the truth.",
        ),
        common(
            "black wheelchair",
            [625, 525, 0],
            "Mr Ferrari has had his knee operated on and cannot walk to the car. Go to something he could be pushed in.",
        ),
        common(
            "blue hand sanitiser",
            [625, 340, 270],
            "Germs are everywhere at this time of the year. Go where one rubs one's palms clean.",
        ),
        common(
            "orange defibrillator",
            [45, 545, 90],
            "Her heart has stopped! Get at once to the device that can start it again with a shock.",
        ),
        common(
            "grey vaccine fridge",
            [440, 710, 180],
            "The flu jabs have been delivered in a cool bag with melting ice. Where do they have to be kept? Go to it.",
        ),
        complex(
            "beige skeleton",
            [1050, 415, 270],
            "Dr Haddad is explaining a slipped disc to a patient who believes none of it. She has drawn the spine twice, and the \
             screen shows a picture that is far too small. You would be a great help if you went to the skeleton and pointed.",
        ),
        complex(
            "silver bell",
            [420, 375, 0],
            "Nobody is sitting at the front, and three people are already standing there with their cards. The nurse hears nothing \
             in the laboratory unless somebody rings. Go to the bell on the counter and let them know that you care.",
        ),
        complex(
            "silver dressing trolley",
            [260, 500, 90],
            "The boy who fell off his bicycle is lying on the treatment bed, and his mother is holding his hand. The wound is clean. \
             For the bandage we lack only gauze and tape, so walk to the dressing trolley and wait for the doctor.",
        ),
        complex(
            "turquoise fish tank",
            [580, 245, 270],
            "A little girl has been crying in the waiting room since she saw a needle. Neither the books nor the toys could cheer her \
             up, but she told the nurse that she likes animals. Let her follow you to the fish tank.",
        ),
        complex(
            "purple apron rack",
            [890, 700, 180],
            "Before the pictures of the wrist are taken the father wants to stay with his son, which is allowed if he is protected. \
             What he has to put on is hanging in the X-ray room. Show him the way by going to the apron rack.",
        ),
        visual(
            "purple stool",
            &[Looks::Round],
            [540, 520, 180],
            "The goal is purple and round; ignore what is purple and square.",
        ),
        visual(
            "red drinks machine",
            &[Looks::Tall, Looks::Square],
            [885, 650, 90],
            "Approach the massive red box that is taller than the doctor.",
        ),
        visual(
            "green rubber plant",
            &[Looks::Round, Looks::Tall],
            [190, 285, 270],
            "Stop next to the tall green form that has no corners.",
        ),
        visual(
            "yellow lead screen",
            &[Looks::Tall, Looks::Oblong],
            [1020, 860, 0],
            "A thin yellow panel, as high as a door, is what you have to get to.",
        ),
        visual(
            "grey infusion stand",
            &[Looks::Round, Looks::Tall],
            [190, 865, 90],
            "Go to the grey rod, no thicker than an arm and nearly two metres high.",
        ),
        long(
            "wooden bookshelf",
            [615, 250, 0],
            "From this end of the practice, walk to the bookshelf in the waiting room.",
        ),
        long(
            "brown desk",
            [700, 485, 270],
            "Doctor Haddad expects you at the desk in the consulting room. Take the corridor; it is not near.",
        ),
        long("turquoise treatment bed", [45, 540, 0], "Find your way along the corridor and up to the treatment bed."),
        long(
            "grey card index",
            [410, 300, 0],
            "A file is missing. Walk from here to the card index behind the counter of the reception.",
        ),
        long(
            "dark grey X-ray table",
            [955, 420, 270],
            "It is a long way, but you have to go to the X-ray table, past everything that stands in the corridor.",
        ),
    ],
};
