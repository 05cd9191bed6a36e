//! A flat with a view of the harbour: living room, kitchen, hall, bedroom, bathroom, study.

use super::prelude::*;

pub(crate) const PLACE: Place = Place {
    name: "Harbour flat",
    rooms: &[
        room("living room", 0, 0, 560, 450),
        room("kitchen", 560, 0, 440, 450),
        room("hall", 0, 450, 1000, 150),
        room("bedroom", 0, 600, 450, 350),
        room("bathroom", 450, 600, 250, 350),
        room("study", 700, 600, 300, 350),
    ],
    openings: &[
        down(560, 150, 260),
        across(450, 250, 350),
        across(450, 720, 810),
        across(600, 180, 270),
        across(600, 530, 620),
        across(600, 800, 890),
    ],
    things: &[
        // Living room
        block("sofa", "grey", [5, 120], [90, 200, 85]),
        block("coffee table", "wooden", [150, 180], [60, 100, 45]),
        block("sideboard", "white", [180, 5], [160, 45, 60]),
        block("television", "black", [205, 15], [120, 10, 70]).on(60),
        pillar("vase", "blue", [180, 20], [20, 30]).on(60),
        block("armchair", "red", [260, 300], [80, 80, 90]),
        pillar("plant", "green", [500, 10], [40, 130]),
        block("bookcase", "wooden", [5, 355], [35, 85, 200]),
        pillar("floor lamp", "yellow", [100, 15], [35, 160]),
        sheet("rug", "beige", [110, 150], [140, 160]),
        // Kitchen
        block("fridge", "white", [935, 5], [60, 60, 180]),
        block("worktop", "wooden", [600, 5], [270, 60, 90]),
        block("stove", "black", [870, 5], [60, 60, 90]),
        block("sink", "silver", [700, 10], [60, 45, 10]).on(90),
        pillar("kettle", "silver", [640, 20], [20, 25]).on(90),
        block("toaster", "red", [800, 25], [30, 20, 20]).on(90),
        block("dining table", "wooden", [700, 220], [140, 90, 75]),
        block("chair", "blue", [655, 245], [40, 40, 90]),
        block("chair", "white", [845, 245], [40, 40, 90]),
        pillar("fruit bowl", "orange", [755, 250], [30, 10]).on(75),
        pillar("waste bin", "grey", [570, 400], [35, 60]),
        block("washing machine", "light blue", [935, 330], [60, 60, 85]),
        // Hall
        pillar("coat stand", "wooden", [10, 460], [40, 180]),
        block("shoe cabinet", "brown", [380, 455], [100, 30, 100]),
        pillar("umbrella stand", "black", [955, 555], [30, 60]),
        // Bedroom
        block("bed", "white", [5, 770], [200, 160, 55]),
        block("bedside table", "wooden", [5, 720], [40, 45, 55]),
        pillar("lamp", "pink", [15, 730], [20, 40]).on(55),
        block("wardrobe", "brown", [280, 880], [160, 60, 210]),
        pillar("laundry basket", "red", [395, 620], [40, 60]),
        pillar("pouf", "green", [320, 700], [50, 40]),
        // Bathroom
        block("bathtub", "white", [455, 870], [165, 75, 60]),
        block("toilet", "white", [650, 700], [45, 65, 75]),
        block("washbasin", "white", [455, 700], [45, 60, 85]),
        sheet("bath mat", "turquoise", [520, 790], [80, 60]),
        block("towel rail", "orange", [650, 610], [40, 30, 100]),
        // Study
        block("desk", "wooden", [855, 870], [140, 70, 75]),
        block("laptop", "black", [900, 890], [35, 25, 5]).on(75),
        pillar("globe", "blue", [960, 880], [25, 35]).on(75),
        block("desk chair", "dark grey", [900, 800], [50, 50, 100]),
        block("filing cabinet", "grey", [710, 700], [45, 60, 110]),
        block("printer", "white", [715, 710], [35, 40, 25]).on(110),
        pillar("beanbag", "purple", [715, 850], [80, 60]),
    ],
    tasks: &[
        base("red armchair", [290, 120, 180], "Go to the red armchair in the living room."),
        base("white fridge", [765, 165, 90], "Walk up to the fridge in the corner of the kitchen."),
        base("black television", [125, 200, 0], "Stand in front of the television, no more than a metre away."),
        base("purple beanbag", [805, 675, 180], "There is a beanbag in the study. Move next to it."),
        base("red laundry basket", [240, 860, 0], "Find the laundry basket in the bedroom and stop beside it."),
        common(
            "light blue washing machine",
            [930, 95, 180],
            "My football kit is covered in mud. Take me to whatever gets clothes clean again.",
        ),
        common(
            "white bathtub",
            [595, 520, 180],
            "After this long day I would love to lie in hot water for an hour. Show me where.",
        ),
        common(
            "silver kettle",
            [600, 315, 0],
            "I fancy a cup of tea; go where the water for it is brought to the boil.",
        ),
        common(
            "black umbrella stand",
            [555, 570, 90],
            "It has begun to pour outside. Go to where I would grab something to keep the rain off.",
        ),
        common(
            "white printer",
            [820, 545, 0],
            "The contract must be signed on paper, and so far it exists as a file only. Go where it comes out as a sheet.",
        ),
        complex(
            "red toaster",
            [630, 255, 0],
            "My flatmate sleeps until noon, so please do not go near the bedroom. Breakfast is nearly ready: the eggs are done and \
             the coffee is on the table, only the bread is still missing. Wait for it at the toaster, will you?",
        ),
        complex(
            "wooden bookcase",
            [280, 260, 270],
            "I promised my niece a story about pirates tonight. I thought the book was in the study, then I remembered that I \
             lent the desk to my brother and moved all novels to the bookcase near the sofa. Please go there and wait for me.",
        ),
        complex(
            "white washbasin",
            [645, 900, 0],
            "The plumber called: she will come at three to fix the dripping tap. She does not mean the one in the kitchen, that \
             one was changed last year, but the one at the washbasin. Go ahead and be there when she arrives.",
        ),
        complex(
            "brown wardrobe",
            [160, 690, 90],
            "We are leaving for the opera in ten minutes and I am still in my work clothes. My shoes are already by the door and \
             the tickets are in my bag. All I need is the dark suit, so please go to the wardrobe now.",
        ),
        complex(
            "green plant",
            [320, 135, 90],
            "While I was away my neighbour looked after the flat. She fed the fish and emptied the letter box, but I am afraid \
             she forgot the plant by the window. Could you go over to it so that I see on camera how it is doing?",
        ),
        visual(
            "yellow floor lamp",
            &[Looks::Tall, Looks::Round],
            [465, 90, 270],
            "Go to the tall, thin yellow column.",
        ),
        visual(
            "green pouf",
            &[Looks::Round, Looks::Low],
            [240, 905, 0],
            "Approach the low green cylinder that stands on the floor.",
        ),
        visual(
            "orange fruit bowl",
            &[Looks::Round],
            [645, 410, 90],
            "Something round and orange is to be seen in here; get within a metre of it.",
        ),
        visual(
            "turquoise bath mat",
            &[Looks::Flat],
            [520, 485, 180],
            "Move to the flat turquoise rectangle on the floor.",
        ),
        visual(
            "wooden coffee table",
            &[Looks::Low, Looks::Square],
            [390, 320, 270],
            "Find the low block with the colour of bare wood that is not even knee-high and wait by it.",
        ),
        long(
            "grey sofa",
            [205, 505, 0],
            "Go all the way to the sofa, which stands against the outer wall of the living room.",
        ),
        long(
            "wooden desk",
            [750, 515, 270],
            "The desk in the study is where you are needed; it is quite a way from here, so mind the doors.",
        ),
        long(
            "white toilet",
            [305, 520, 90],
            "From where you are, find your way through the hall into the bathroom and stop near the toilet.",
        ),
        long(
            "black stove",
            [500, 125, 270],
            "Somebody should keep an eye on the stove: make the long trip to the kitchen and stay with it.",
        ),
        long(
            "white bed",
            [280, 475, 270],
            "Somebody has to be at the bed, in the farthest corner of the bedroom, when the alarm goes off.",
        ),
    ],
};
