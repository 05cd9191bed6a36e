//! A café with a cake counter, a lounge, a kitchen, a terrace and a cloakroom.

use super::prelude::*;

pub(crate) const PLACE: Place = Place {
    name: "Corner café",
    rooms: &[
        room("guest room", 0, 0, 600, 500),
        room("lounge", 600, 0, 450, 400),
        room("kitchen", 600, 400, 450, 450),
        room("cloakroom", 0, 500, 300, 350),
        room("terrace", 300, 500, 300, 350),
    ],
    openings: &[
        down(600, 80, 220),
        down(600, 430, 490),
        across(500, 60, 150),
        across(500, 400, 520),
        across(400, 800, 890),
    ],
    things: &[
        // Guest room
        block("cake counter", "pink", [470, 270], [60, 140, 120]),
        block("till", "silver", [480, 285], [35, 35, 25]).on(120),
        pillar("bistro table", "white", [100, 90], [70, 75]),
        block("bistro chair", "red", [45, 105], [40, 40, 85]),
        block("bistro chair", "black", [185, 105], [40, 40, 85]),
        pillar("bistro table", "green", [320, 90], [70, 75]),
        block("bench", "brown", [5, 250], [45, 180, 80]),
        block("table", "wooden", [60, 290], [60, 90, 75]),
        pillar("sugar shaker", "orange", [80, 320], [10, 15]).on(75),
        block("menu board", "black", [540, 10], [50, 20, 150]),
        pillar("column", "turquoise", [270, 260], [50, 260]),
        block("jukebox", "purple", [440, 10], [80, 50, 150]),
        // Lounge
        block("sofa", "green", [960, 100], [85, 200, 80]),
        pillar("side table", "yellow", [880, 170], [45, 50]),
        block("armchair", "blue", [760, 240], [75, 75, 85]),
        block("piano", "brown", [720, 5], [140, 60, 120]),
        pillar("tall plant", "light green", [990, 10], [45, 180]),
        pillar("birdcage", "white", [620, 330], [45, 60]).on(60),
        pillar("stand", "white", [620, 330], [45, 60]),
        block("chess table", "grey", [650, 20], [50, 50, 65]),
        // Kitchen
        block("stove", "black", [985, 500], [60, 90, 90]),
        block("sink", "silver", [985, 620], [60, 90, 90]),
        block("work table", "wooden", [760, 600], [140, 80, 90]),
        block("mixer", "red", [780, 615], [35, 45, 40]).on(90),
        block("fridge", "grey", [700, 780], [75, 65, 190]),
        block("dishwasher", "white", [985, 720], [60, 60, 90]),
        pillar("flour bin", "beige", [620, 790], [45, 65]),
        block("spice shelf", "orange", [605, 560], [30, 110, 180]),
        pillar("slop bucket", "blue", [880, 800], [35, 40]),
        // Cloakroom
        block("coat rack", "wooden", [20, 800], [120, 40, 170]),
        block("mirror", "light blue", [200, 830], [70, 15, 180]),
        pillar("hat stand", "red", [250, 520], [35, 175]),
        block("pram", "dark grey", [20, 620], [60, 90, 100]),
        // Terrace
        pillar("parasol", "yellow", [480, 680], [40, 250]),
        block("garden bench", "green", [420, 800], [140, 40, 80]),
        pillar("flowerpot", "brown", [315, 800], [40, 50]),
        block("deck chair", "blue", [320, 600], [60, 100, 60]),
    ],
    tasks: &[
        base("purple jukebox", [385, 215, 0], "Take me to the jukebox."),
        base("blue armchair", [660, 145, 90], "You should be at the armchair in the lounge; go there."),
        base(
            "green bistro table",
            [130, 240, 90],
            "There are two round tables for two in the guest room. Make your way to the green bistro table.",
        ),
        base("yellow parasol", [350, 550, 180], "Go out under the parasol on the terrace."),
        base("silver sink", [840, 560, 90], "Position yourself in front of the sink in the kitchen."),
        common(
            "light blue mirror",
            [265, 615, 180],
            "I am meeting somebody and think there is lipstick on my teeth. Go where I could check.",
        ),
        common(
            "pink cake counter",
            [150, 400, 90],
            "I smell apple tart! Be so good as to go to where one chooses a slice.",
        ),
        common(
            "black menu board",
            [745, 135, 270],
            "What do they serve for lunch today, and what does it cost? Go to what will tell us.",
        ),
        common(
            "brown piano",
            [760, 340, 90],
            "Our pianist is ten minutes late and her notes are here already. Go and wait at her instrument.",
        ),
        common(
            "grey chess table",
            [520, 235, 0],
            "My grandfather has brought his wooden kings and queens along. Go where the two of us could have a game.",
        ),
        complex(
            "red mixer",
            [1020, 440, 180],
            "We ran out of meringues before four, and Sundays are always like this. I have separated the eggs and the sugar is on \
             the scales; the oven can wait. What I am not sure about is the whisk, so have a look at the mixer in the kitchen.",
        ),
        complex(
            "dark grey pram",
            [215, 795, 270],
            "Two young fathers are having cake in the guest room. They left their things in the cloakroom, and one of them thinks \
             he can hear his daughter through the door. Before he jumps up again, go quietly to the pram and find out.",
        ),
        complex(
            "white birdcage",
            [850, 210, 270],
            "Our parrot Coco has learnt to order espresso, and the guests in the lounge answer her all day. Today she has not said \
             a word. The vet does not pick up the phone, so the best you can do is to keep her company at the birdcage.",
        ),
        complex(
            "blue deck chair",
            [570, 720, 270],
            "The weather service says that a gale is coming in the evening. The parasol has been tied up and the bench is heavy \
             enough. What flew into the neighbour's pond last time was something else: go and hold on to the deck chair.",
        ),
        complex(
            "beige flour bin",
            [640, 500, 270],
            "An order for sixty rolls has come in and nobody has written down what we still have. Salt and yeast are plenty, says \
             the cook, and the butter arrives tomorrow. Please go to the flour bin and show me how full it is.",
        ),
        visual(
            "turquoise column",
            &[Looks::Tall],
            [410, 445, 0],
            "Something turquoise reaches up to the ceiling. Be near it.",
        ),
        visual(
            "yellow side table",
            &[Looks::Round, Looks::Low],
            [640, 165, 180],
            "The low yellow cylinder is your goal, whereas the high thin one is not.",
        ),
        visual(
            "blue slop bucket",
            &[Looks::Small, Looks::Round],
            [710, 745, 90],
            "Walk to the only small blue cylinder.",
        ),
        visual("red hat stand", &[Looks::Tall, Looks::Round], [40, 575, 90], "Find the high, slender red pole."),
        visual(
            "orange spice shelf",
            &[Looks::Tall, Looks::Square],
            [930, 580, 270],
            "Go to the tall orange box, which is twice as high as it is wide.",
        ),
        long("brown bench", [420, 540, 0], "Come back in and go to the bench along the far wall of the guest room."),
        long(
            "grey fridge",
            [555, 400, 270],
            "They need you at the fridge, right at the back of the kitchen. Go through the doors, not round the house.",
        ),
        long(
            "wooden coat rack",
            [175, 345, 90],
            "My coat hangs on the coat rack at the end of the cloakroom. Go all the way there for me.",
        ),
        long(
            "light green tall plant",
            [565, 175, 180],
            "Walk from here to the tall plant in the farthest corner of the lounge.",
        ),
        long(
            "brown flowerpot",
            [270, 455, 0],
            "The flowerpot on the terrace wants water. It takes a while to get there, so off you go.",
        ),
    ],
};
