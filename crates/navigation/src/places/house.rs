//! The ground floor of a family house: family room, kitchen, entrance, playroom, utility room.

use super::prelude::*;

pub(crate) const PLACE: Place = Place {
    name: "Family house",
    rooms: &[
        room("family room", 0, 0, 650, 500),
        room("kitchen", 0, 500, 450, 400),
        room("entrance", 450, 500, 200, 400),
        room("playroom", 650, 0, 450, 500),
        room("utility room", 650, 500, 450, 400),
    ],
    openings: &[
        across(500, 100, 260),
        across(500, 520, 610),
        down(450, 650, 740),
        down(650, 200, 300),
        down(650, 700, 790),
    ],
    things: &[
        // Family room
        block("corner sofa", "dark grey", [5, 60], [95, 240, 80]),
        block("ottoman", "orange", [160, 130], [70, 70, 40]),
        block("piano", "black", [300, 5], [150, 60, 120]),
        pillar("piano stool", "black", [360, 90], [40, 50]),
        block("fireplace", "grey", [550, 5], [95, 40, 130]),
        block("rocking chair", "wooden", [480, 120], [60, 80, 100]),
        pillar("aquarium", "light blue", [590, 380], [50, 45]).on(70),
        pillar("pedestal", "white", [590, 380], [50, 70]),
        sheet("rug", "red", [110, 100], [180, 150]),
        block("dining table", "white", [280, 310], [160, 90, 75]),
        block("chair", "green", [230, 335], [45, 40, 90]),
        block("chair", "yellow", [445, 335], [45, 40, 90]),
        pillar("candle", "red", [350, 345], [10, 20]).on(75),
        block("highchair", "blue", [330, 245], [50, 50, 100]),
        // Kitchen
        block("worktop", "light green", [5, 640], [60, 250, 90]),
        block("dishwasher", "silver", [5, 575], [60, 60, 90]),
        block("cooker", "white", [70, 835], [60, 60, 90]),
        block("fridge", "red", [375, 830], [65, 65, 185]),
        block("microwave", "black", [10, 720], [40, 50, 30]).on(90),
        block("bread bin", "wooden", [15, 800], [30, 40, 25]).on(90),
        block("kitchen island", "wooden", [200, 640], [90, 140, 90]),
        pillar("cake", "pink", [225, 690], [30, 15]).on(90),
        pillar("bar stool", "purple", [310, 660], [35, 70]),
        pillar("pedal bin", "silver", [250, 845], [40, 65]),
        // Entrance
        block("bench", "wooden", [455, 800], [40, 90, 45]),
        sheet("doormat", "brown", [520, 830], [80, 50]),
        pillar("umbrella stand", "turquoise", [605, 850], [35, 60]),
        block("coat rack", "black", [455, 520], [30, 90, 180]),
        // Playroom
        block("toy chest", "blue", [900, 5], [110, 50, 55]),
        block("doll's house", "pink", [1030, 250], [60, 80, 110]),
        pillar("play tent", "yellow", [700, 20], [110, 150]),
        pillar("drum", "red", [980, 400], [50, 40]),
        block("bunk bed", "white", [895, 130], [100, 200, 160]),
        pillar("ball", "orange", [760, 400], [30, 30]),
        block("easel", "wooden", [660, 420], [50, 60, 130]),
        // Utility room
        block("washing machine", "white", [1030, 600], [65, 65, 85]),
        block("tumble dryer", "grey", [1030, 670], [65, 65, 85]),
        block("ironing board", "blue", [820, 630], [140, 40, 90]),
        block("freezer", "white", [700, 510], [130, 65, 85]),
        pillar("laundry basket", "green", [960, 830], [50, 55]),
        pillar("water heater", "white", [1040, 835], [55, 150]),
        block("tool cabinet", "red", [690, 835], [120, 60, 180]),
        block("dog bed", "brown", [850, 840], [80, 55, 15]),
    ],
    tasks: &[
        base("black piano", [460, 275, 0], "Please move to the piano."),
        base("yellow chair", [680, 370, 0], "Two chairs stand at the dining table; get close to the yellow chair."),
        base("blue toy chest", [710, 155, 180], "Make for the toy chest in the playroom."),
        base("red fridge", [520, 595, 0], "Your destination is the fridge, at the end of the kitchen."),
        base(
            "green laundry basket",
            [740, 775, 90],
            "Head over to the laundry basket that stands in the utility room.",
        ),
        common("brown dog bed", [790, 685, 90], "Rex has come in from his walk and wants a nap. Go where he sleeps."),
        common(
            "blue highchair",
            [530, 415, 0],
            "The baby is about to be fed. Be at the seat that was made for somebody so little.",
        ),
        common(
            "white freezer",
            [580, 645, 0],
            "The ice cream we just bought is melting; bring yourself to the place where it would keep for weeks.",
        ),
        common(
            "blue ironing board",
            [605, 750, 90],
            "My shirt is full of creases and the interview is in an hour. Where would I press it? Go there.",
        ),
        common(
            "grey fireplace",
            [710, 345, 0],
            "It is freezing tonight, and the logs are chopped. Go to where they will be burnt.",
        ),
        complex(
            "black microwave",
            [200, 540, 270],
            "Grandma is staying with us this week. She has had her soup and her bread, and now she asks for the milk to be warmed \
             up, but not on the cooker, because she always forgets to switch it off. Please be so kind and go to the microwave.",
        ),
        complex(
            "wooden easel",
            [795, 200, 180],
            "The children have been quiet for an hour, which worries me. Lena is building a tower and Tim says that he is only \
             painting. Before I believe him I want to see the picture: walk over to the easel and let me look.",
        ),
        complex(
            "light blue aquarium",
            [535, 640, 0],
            "We come home on Sunday. The post can wait, and the flowers have been watered by Mrs Keller. What nobody has done for \
             two days is to check on the fish, so position yourself by the aquarium and switch the camera on.",
        ),
        complex(
            "silver dishwasher",
            [395, 615, 270],
            "After the party every surface in the kitchen is covered with glasses, and there is cake on the island that I would \
             like to keep. Do not touch any of it yet. Start by going to the dishwasher, since it has to be emptied first.",
        ),
        complex(
            "wooden bench",
            [515, 545, 0],
            "Your new colleague, the walking robot, is delivered between nine and ten. The courier will not carry it further than \
             the front door. I told him that you would be waiting at the bench in the entrance, so off you go.",
        ),
        visual(
            "yellow play tent",
            &[Looks::Round, Looks::Tall],
            [620, 305, 0],
            "Head for the tall round thing in yellow.",
        ),
        visual("orange ottoman", &[Looks::Square, Looks::Low], [40, 395, 0], "Close in on the orange cube."),
        visual(
            "red tool cabinet",
            &[Looks::Tall, Looks::Square, Looks::Oblong],
            [545, 660, 90],
            "Not the red thing in the kitchen: I mean the other tall red box, the one that is much wider than deep.",
        ),
        visual(
            "purple bar stool",
            &[Looks::Round],
            [555, 750, 270],
            "Somewhere a narrow purple cylinder is standing. Go right up to it.",
        ),
        visual(
            "blue ironing board",
            &[Looks::Oblong, Looks::Big, Looks::Square],
            [605, 650, 0],
            "Take the long, narrow blue shape at hip height as your goal; the shorter one against the wall is not it.",
        ),
        long(
            "dark grey corner sofa",
            [210, 605, 180],
            "Get from here to the corner sofa at the other end of the family room, around whatever stands in between.",
        ),
        long(
            "pink doll's house",
            [610, 255, 0],
            "It will take you many steps, but please go to the doll's house over in the playroom.",
        ),
        long(
            "grey tumble dryer",
            [605, 810, 0],
            "The tumble dryer is deep inside the utility room. Do not give up until you are beside it.",
        ),
        long(
            "white cooker",
            [110, 330, 0],
            "Make your way through the house until you reach the cooker in the far corner of the kitchen.",
        ),
        long(
            "red drum",
            [610, 260, 0],
            "Walk the whole way to the drum, which lies beyond the furniture at the back of the playroom.",
        ),
    ],
};
