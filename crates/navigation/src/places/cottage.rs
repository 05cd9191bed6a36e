//! A farm cottage: parlour, farm kitchen, larder, bedroom, barn.

use super::prelude::*;

pub(crate) const PLACE: Place = Place {
    name: "Farm cottage",
    rooms: &[
        room("farm kitchen", 0, 0, 500, 450),
        room("parlour", 500, 0, 450, 450),
        room("larder", 0, 450, 250, 350),
        room("passage", 250, 450, 250, 350),
        room("bedroom", 500, 450, 450, 350),
        room("barn", 0, 800, 950, 300),
    ],
    openings: &[
        down(500, 250, 350),
        across(450, 80, 170),
        across(450, 320, 420),
        down(500, 600, 690),
        across(800, 310, 430),
    ],
    things: &[
        // Farm kitchen
        block("range", "black", [180, 5], [110, 65, 90]),
        pillar("soup pot", "red", [200, 20], [35, 30]).on(90),
        block("stone sink", "grey", [5, 60], [60, 110, 85]),
        block("kitchen table", "wooden", [180, 190], [180, 90, 75]),
        pillar("milk jug", "white", [250, 220], [15, 25]).on(75),
        block("settle", "green", [440, 60], [50, 150, 110]),
        pillar("butter churn", "brown", [20, 250], [40, 90]),
        block("dresser", "blue", [330, 5], [100, 50, 190]),
        block("log box", "orange", [110, 10], [60, 50, 45]),
        pillar("stool", "yellow", [270, 300], [35, 45]),
        // Parlour
        block("tiled stove", "turquoise", [860, 5], [85, 85, 200]),
        block("sofa", "red", [640, 380], [180, 65, 80]),
        block("grandfather clock", "brown", [520, 10], [45, 40, 210]),
        block("spinning wheel", "wooden", [600, 130], [90, 50, 110]),
        pillar("round table", "grey", [700, 230], [80, 70]),
        block("radio", "beige", [725, 250], [30, 25, 25]).on(70),
        block("armchair", "light green", [850, 240], [80, 80, 95]),
        pillar("spittoon", "silver", [900, 410], [30, 30]),
        // Larder
        block("shelf", "wooden", [10, 540], [40, 220, 200]),
        pillar("cider barrel", "dark grey", [170, 700], [70, 95]),
        block("potato crate", "brown", [180, 540], [60, 60, 50]),
        pillar("jam jar tower", "pink", [90, 760], [30, 90]),
        // Passage
        block("boot rack", "black", [260, 560], [30, 120, 50]),
        pillar("milk can", "silver", [450, 740], [40, 70]),
        sheet("doormat", "red", [330, 720], [80, 50]),
        // Bedroom
        block("four-poster bed", "purple", [785, 590], [160, 140, 210]),
        block("chest of drawers", "white", [560, 750], [120, 45, 95]),
        block("cradle", "light blue", [660, 600], [50, 80, 60]),
        pillar("wash bowl", "blue", [590, 755], [35, 15]).on(95),
        block("linen cupboard", "yellow", [700, 460], [110, 50, 190]),
        // Barn
        block("tractor", "red", [480, 900], [220, 120, 210]),
        block("hay bale", "yellow", [820, 820], [110, 80, 80]),
        pillar("silo", "silver", [20, 820], [140, 250]),
        block("carriage", "blue", [190, 990], [160, 90, 170]),
        block("chicken coop", "green", [860, 980], [80, 100, 110]),
        pillar("tree stump", "brown", [420, 1050], [45, 50]),
    ],
    tasks: &[
        base("turquoise tiled stove", [725, 135, 90], "Come to the tiled stove in the corner of the parlour."),
        base("yellow hay bale", [710, 1055, 90], "In the barn there is a hay bale; you have to reach it."),
        base("green settle", [395, 320, 0], "Walk over to the settle in the farm kitchen."),
        base("light blue cradle", [550, 495, 180], "Go softly to the cradle."),
        base("brown butter churn", [130, 525, 0], "Show me the butter churn by walking up to it."),
        common(
            "brown grandfather clock",
            [770, 55, 270],
            "My watch has stopped and the train leaves at noon. Go where I can see how late it is.",
        ),
        common(
            "green chicken coop",
            [735, 845, 180],
            "I should like a fresh egg for breakfast, straight from where it was laid. Go there first.",
        ),
        common(
            "beige radio",
            [440, 245, 0],
            "They have promised a storm warning on the six o'clock news. Go to what we will hear it from.",
        ),
        common(
            "red soup pot",
            [420, 255, 270],
            "Mmh, leek and potatoes have been simmering since ten. Go where supper is being cooked.",
        ),
        common(
            "wooden spinning wheel",
            [470, 310, 90],
            "The sheep have been shorn and the wool is combed. Go to what turns it into yarn.",
        ),
        complex(
            "dark grey cider barrel",
            [80, 495, 90],
            "The vicar is expected for supper. He will not touch the wine from the shop, has said so twice, and praises the apples of \
             our own orchard in every sermon. There must be a drop left: go into the larder and knock on the cider barrel.",
        ),
        complex(
            "red tractor",
            [395, 730, 180],
            "The neighbour wants his plough back before the rain. I have greased the wheels of the carriage for nothing, since it \
             cannot pull that weight. We shall have to use the other machine, and it has stood still since autumn. Go to the tractor.",
        ),
        complex(
            "white chest of drawers",
            [410, 555, 180],
            "Great-aunt Wilma left everything in good order, her bed linen, the silver, even the keys. One thing is missing in the \
             notary's list, a brooch that she hid from burglars. My mother swears that it was always in the chest of drawers, so go there.",
        ),
        complex(
            "black boot rack",
            [375, 940, 0],
            "The children want to jump in the puddles, and who could blame them. Jackets are on, hats as well, but they are running \
             about in socks. Do me a favour before they escape through the barn: walk to the boot rack in the passage.",
        ),
        complex(
            "light green armchair",
            [610, 95, 90],
            "Grandfather dozes after lunch, as he has done for eighty years. His pipe is out and his book has slid under the sofa. \
             The doctor is on the line and must speak to him, so approach the armchair and wake him gently.",
        ),
        visual(
            "silver silo",
            &[Looks::Tall, Looks::Round, Looks::Big],
            [400, 865, 270],
            "Go to the huge, silver, round tower.",
        ),
        visual(
            "yellow stool",
            &[Looks::Round, Looks::Low],
            [435, 520, 0],
            "Your target is a low yellow cylinder, not one of the yellow boxes.",
        ),
        visual("blue wash bowl", &[Looks::Round], [405, 575, 90], "Find what is round and blue, and go close to it."),
        visual(
            "pink jam jar tower",
            &[Looks::Round],
            [110, 565, 180],
            "The slim pink column at hip height is where you should go.",
        ),
        visual(
            "brown tree stump",
            &[Looks::Round, Looks::Low],
            [385, 715, 0],
            "Of the two brown round things here, go to the one that is only as high as a knee.",
        ),
        long(
            "grey stone sink",
            [30, 515, 180],
            "Make the journey to the stone sink on the far wall of the farm kitchen.",
        ),
        long(
            "purple four-poster bed",
            [470, 640, 180],
            "You must be tired. The four-poster bed is in the bedroom; walk there through the passage.",
        ),
        long(
            "wooden shelf",
            [365, 400, 270],
            "Go into the larder and right up to the shelf, though it is many steps away.",
        ),
        long(
            "red sofa",
            [365, 420, 180],
            "Go through the kitchen and on to the sofa, which has its back to the wall of the parlour.",
        ),
        long(
            "blue carriage",
            [420, 645, 90],
            "The carriage stands in the barn. Go out to it, and keep clear of the other vehicles.",
        ),
    ],
};
