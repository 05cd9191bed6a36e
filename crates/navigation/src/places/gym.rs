//! A sports club: weights room, gymnastics hall, changing room, café bar, physiotherapy.

use super::prelude::*;

pub(crate) const PLACE: Place = Place {
    name: "Sports club",
    rooms: &[
        room("weights room", 0, 0, 500, 450),
        room("gymnastics hall", 500, 0, 600, 550),
        room("changing room", 0, 450, 300, 400),
        room("club bar", 300, 450, 200, 400),
        room("physiotherapy room", 500, 550, 300, 300),
        room("equipment room", 800, 550, 300, 300),
    ],
    openings: &[
        down(500, 200, 320),
        across(450, 80, 170),
        down(300, 620, 710),
        across(450, 360, 450),
        across(550, 620, 710),
        across(550, 900, 1010),
    ],
    things: &[
        // Weights room
        block("bench press", "red", [60, 60], [130, 70, 110]),
        block("dumbbell rack", "black", [5, 180], [50, 200, 100]),
        block("treadmill", "grey", [260, 20], [80, 170, 140]),
        block("rowing machine", "orange", [200, 250], [200, 50, 60]),
        block("exercise bike", "blue", [420, 60], [50, 100, 120]),
        pillar("kettlebell", "yellow", [440, 410], [25, 30]),
        block("wall mirror", "light blue", [80, 10], [100, 10, 180]),
        pillar("punchbag", "brown", [380, 340], [40, 170]),
        // Gymnastics hall
        block("balance beam", "wooden", [620, 120], [300, 15, 110]),
        block("vaulting box", "brown", [960, 200], [60, 140, 110]),
        sheet("mat", "green", [620, 220], [200, 120]),
        block("springboard", "red", [860, 240], [60, 80, 25]),
        pillar("medicine ball", "purple", [560, 440], [35, 35]),
        block("wall bars", "wooden", [1080, 60], [15, 250, 250]),
        pillar("climbing pole", "silver", [760, 420], [10, 255]),
        block("trampoline", "blue", [930, 365], [130, 110, 45]),
        block("sound system", "black", [520, 10], [70, 40, 90]),
        // Changing room
        block("lockers", "green", [5, 560], [50, 220, 180]),
        block("bench", "wooden", [130, 540], [40, 150, 45]),
        block("shower", "white", [190, 750], [105, 95, 210]),
        pillar("towel bin", "blue", [255, 460], [40, 80]),
        block("hairdryer", "pink", [10, 790], [30, 30, 150]),
        // Club bar
        block("bar", "white", [310, 760], [140, 50, 110]),
        pillar("juicer", "orange", [340, 770], [25, 40]).on(110),
        pillar("bar stool", "red", [380, 690], [35, 75]),
        block("drinks fridge", "green", [435, 560], [60, 60, 190]),
        // Physiotherapy room
        block("massage table", "turquoise", [600, 700], [190, 70, 75]),
        block("heat lamp", "red", [740, 570], [40, 40, 150]),
        pillar("foam roller", "light green", [520, 800], [20, 60]),
        pillar("exercise ball", "silver", [515, 600], [65, 65]),
        // Equipment room
        pillar("hoop stack", "pink", [820, 770], [70, 40]),
        block("ball cage", "yellow", [1020, 740], [70, 100, 120]),
        block("goal net bag", "white", [820, 600], [60, 50, 40]),
        pillar("javelin barrel", "dark grey", [1050, 665], [40, 110]),
    ],
    tasks: &[
        base("grey treadmill", [115, 190, 180], "Get yourself to the treadmill."),
        base("blue trampoline", [1025, 645, 0], "Go over to the trampoline in the gymnastics hall."),
        base(
            "turquoise massage table",
            [775, 505, 270],
            "Move towards the massage table and stop within a metre of it.",
        ),
        base("green lockers", [210, 695, 270], "The lockers are in the changing room. Please come to them."),
        base("yellow ball cage", [1050, 590, 180], "Look for the ball cage in the equipment room and go up to it."),
        common(
            "white shower",
            [400, 565, 270],
            "Two hours of boxing, and you can smell it. Go where I can rinse the sweat off.",
        ),
        common(
            "pink hairdryer",
            [335, 690, 270],
            "I cannot walk out into the frost with a wet head. Go to what blows warm air.",
        ),
        common(
            "red heat lamp",
            [580, 805, 90],
            "Her neck is so stiff that only warmth from above will help. Go to the apparatus for that.",
        ),
        common(
            "orange rowing machine",
            [345, 575, 180],
            "Our boat club cannot go on the frozen river this week. Go where its crew could train indoors.",
        ),
        common(
            "black sound system",
            [420, 215, 180],
            "Dance class starts without a beat, what a shame. Go to the thing that makes music loud.",
        ),
        complex(
            "orange juicer",
            [415, 485, 180],
            "After the spinning class they will all come to the bar at once, as on every Tuesday. The stools are wiped and there is \
             ice in the fridge. Six bags of carrots have to be pressed before that, so take your place at the juicer.",
        ),
        complex(
            "brown vaulting box",
            [675, 215, 0],
            "The under-tens have been practising for the county championship since March. They can roll, they can balance, and the \
             little one jumps from the springboard like a frog. Nobody dares the last exercise alone: go to the vaulting box and stand by.",
        ),
        complex(
            "yellow kettlebell",
            [200, 380, 90],
            "The insurance wants to know why Mr Lund broke his toe. He says that it was dark; his trainer says that the weights had \
             been put away, all but one. I should like a picture of the spot. Go to the kettlebell on the floor, please.",
        ),
        complex(
            "blue towel bin",
            [45, 530, 90],
            "The laundry comes at six in the morning, and last time the driver went away empty-handed. The bed sheets from the \
             massage are packed. Now go to the towel bin in the changing room to see whether it needs a second bag.",
        ),
        complex(
            "white goal net bag",
            [845, 445, 180],
            "Football moves outdoors next week, if the lawn dries. I have found the corner flags behind the ball cage and the chalk \
             in my own cellar, of all places. For the rest I count on you: please go to the goal net bag.",
        ),
        visual(
            "purple medicine ball",
            &[Looks::Round, Looks::Small],
            [855, 380, 270],
            "Go up to the small purple thing without corners.",
        ),
        visual(
            "silver climbing pole",
            &[Looks::Tall, Looks::Round],
            [725, 175, 180],
            "A silver line runs from the floor to the ceiling. Go and stand at its foot.",
        ),
        visual("green mat", &[Looks::Flat], [470, 190, 90], "Walk on to the green area that is quite flat."),
        visual(
            "brown punchbag",
            &[Looks::Round, Looks::Tall],
            [440, 680, 0],
            "You want the upright brown cylinder that is as tall as a person.",
        ),
        visual(
            "wooden wall bars",
            &[Looks::Tall, Looks::Oblong],
            [835, 265, 90],
            "Go where bare wood rises almost to the ceiling.",
        ),
        long(
            "red bench press",
            [95, 570, 90],
            "The bench press in the weights room is free at last. Go there from here, and do not dawdle.",
        ),
        long("wooden balance beam", [365, 135, 180], "Walk the long way to the balance beam in the gymnastics hall."),
        long(
            "light green foam roller",
            [750, 500, 90],
            "You will find the foam roller in the corner of the physiotherapy room. It takes nearly all your steps.",
        ),
        long(
            "white bar",
            [165, 480, 270],
            "Everybody is meeting at the bar of the club. Leave now and walk until you get to it.",
        ),
        long(
            "dark grey javelin barrel",
            [705, 500, 0],
            "Go round everything that stands about and on to the javelin barrel in the equipment room.",
        ),
    ],
};
