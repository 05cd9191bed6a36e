//! A primary school: two classrooms, a corridor, the staff room, the science room.

use super::prelude::*;

pub(crate) const PLACE: Place = Place {
    name: "Primary school",
    rooms: &[
        room("classroom", 0, 0, 600, 450),
        room("music room", 600, 0, 450, 450),
        room("corridor", 0, 450, 1050, 160),
        room("science room", 0, 610, 500, 340),
        room("staff room", 500, 610, 300, 340),
        room("caretaker's room", 800, 610, 250, 340),
    ],
    openings: &[
        across(450, 450, 550),
        across(450, 700, 790),
        across(610, 180, 280),
        across(610, 600, 690),
        across(610, 880, 970),
        down(600, 300, 390),
    ],
    things: &[
        // Classroom
        block("blackboard", "green", [180, 10], [220, 15, 180]),
        block("teacher's desk", "wooden", [420, 50], [130, 65, 80]),
        block("apple crate", "red", [440, 60], [30, 30, 15]).on(80),
        block("pupil's table", "yellow", [120, 160], [120, 55, 65]),
        block("pupil's table", "blue", [300, 160], [120, 55, 65]),
        block("pupil's table", "orange", [120, 300], [120, 55, 65]),
        block("pupil's table", "purple", [300, 300], [120, 55, 65]),
        block("cupboard", "white", [5, 380], [130, 60, 190]),
        pillar("wastebasket", "grey", [20, 20], [35, 40]),
        pillar("reading cushion", "pink", [520, 180], [60, 25]),
        // Music room
        block("grand piano", "black", [860, 60], [150, 140, 100]),
        pillar("kettledrum", "orange", [640, 40], [80, 85]),
        block("xylophone", "wooden", [700, 220], [110, 40, 75]),
        pillar("music stand", "silver", [790, 120], [30, 130]),
        block("loudspeaker", "grey", [1000, 390], [40, 45, 110]),
        block("costume trunk", "purple", [850, 380], [100, 55, 55]),
        pillar("double bass", "brown", [990, 270], [50, 185]),
        // Corridor
        block("trophy cabinet", "wooden", [20, 560], [120, 45, 180]),
        block("coat hooks", "red", [200, 455], [160, 20, 150]),
        block("drinking fountain", "silver", [1000, 500], [45, 60, 100]),
        pillar("umbrella bucket", "yellow", [820, 560], [35, 50]),
        // Science room
        block("laboratory table", "white", [150, 740], [170, 80, 90]),
        block("microscope", "black", [180, 765], [25, 25, 40]).on(90),
        pillar("flask", "turquoise", [270, 770], [15, 25]).on(90),
        block("fume cupboard", "light green", [5, 860], [140, 80, 220]),
        block("terrarium", "green", [400, 860], [90, 60, 120]),
        pillar("planet model", "blue", [440, 640], [50, 120]),
        block("telescope", "dark grey", [20, 640], [60, 60, 150]),
        // Staff room
        pillar("coffee table", "beige", [600, 740], [80, 50]),
        block("couch", "light blue", [510, 840], [170, 90, 80]),
        block("photocopier", "white", [725, 620], [65, 60, 105]),
        block("pigeonholes", "brown", [505, 680], [35, 110, 190]),
        // Caretaker's room
        block("tool bench", "grey", [830, 880], [160, 60, 90]),
        pillar("mop bucket", "red", [1000, 640], [35, 45]),
        block("ladder", "orange", [1005, 740], [35, 60, 210]),
        block("key cabinet", "silver", [805, 780], [20, 50, 150]),
    ],
    tasks: &[
        base("wooden teacher's desk", [255, 105, 90], "Go and stand at the teacher's desk in the classroom."),
        base("black grand piano", [785, 325, 180], "The grand piano awaits you."),
        base(
            "purple pupil's table",
            [325, 100, 180],
            "Four tables for children fill the classroom. Move to the purple pupil's table.",
        ),
        base("green terrarium", [410, 670, 180], "Please go near the terrarium in the science room."),
        base("light blue couch", [680, 645, 180], "Walk across to the couch in the staff room."),
        common(
            "silver drinking fountain",
            [775, 525, 90],
            "After two hours of football the children are thirsty. Lead them to the place where they can have water.",
        ),
        common(
            "red mop bucket",
            [925, 845, 0],
            "Somebody has spilt cocoa on the stairs. Go to what we need for wiping the floor.",
        ),
        common(
            "dark grey telescope",
            [345, 675, 270],
            "Tonight Saturn's rings can be seen. Go to what brings them near enough.",
        ),
        common(
            "green blackboard",
            [40, 145, 90],
            "Ada wants to show her sum to everybody and has a piece of chalk already. Where should she write? Go ahead.",
        ),
        common(
            "silver key cabinet",
            [960, 530, 180],
            "The gym is locked and the caretaker is off sick. Go where we would find what opens it.",
        ),
        complex(
            "purple costume trunk",
            [675, 290, 90],
            "The play is on Friday. The wolf has learnt his lines, the trees are painted, and the piano has been tuned. Only Red \
             Riding Hood still has no cape. I am sure there was one last year: go to the costume trunk in the music room.",
        ),
        complex(
            "turquoise flask",
            [370, 535, 90],
            "Class four left in a hurry when the bell rang. The microscope is covered and the gas is off, as far as I can see on \
             the monitor. One thing worries me, because it is bubbling: please step up to the flask on the laboratory table.",
        ),
        complex(
            "brown pigeonholes",
            [720, 860, 270],
            "Our head teacher is at a conference until Thursday. She has asked me for a letter from the ministry, blue envelope, not \
             among the papers on her desk. The secretary sorts the post at ten, so go to the pigeonholes and look.",
        ),
        complex(
            "orange kettledrum",
            [955, 265, 270],
            "Before the concert we have to tidy up. The xylophone stays, the loudspeaker goes, and Mr Wu wants the bass beside the \
             window. What is much too heavy for him alone is the kettledrum. Go there, and he will be with you in a second.",
        ),
        complex(
            "red apple crate",
            [640, 320, 270],
            "It is the school's health week. Each child gets a piece of fruit in the morning break, and today it is my turn to hand \
             them out. I carried everything into the classroom before eight; could you watch over the apple crate until I come?",
        ),
        visual(
            "pink reading cushion",
            &[Looks::Round, Looks::Low],
            [265, 325, 90],
            "Head for the low, round, pink thing.",
        ),
        visual(
            "orange ladder",
            &[Looks::Tall, Looks::Square],
            [875, 675, 90],
            "Your aim is orange, narrow and higher than a man can reach.",
        ),
        visual(
            "blue planet model",
            &[Looks::Tall, Looks::Round],
            [355, 875, 0],
            "Somewhere there is a blue cylinder, as high as a small child. Go to it.",
        ),
        visual(
            "grey wastebasket",
            &[Looks::Small, Looks::Round],
            [90, 285, 0],
            "Locate the small grey cylinder that stands on the floor and go there.",
        ),
        visual(
            "yellow umbrella bucket",
            &[Looks::Round],
            [520, 520, 90],
            "Yellow and with corners is wrong; go to what is yellow and round.",
        ),
        long(
            "white cupboard",
            [515, 475, 90],
            "Walk to the cupboard, back in the corner of the classroom, past all the tables.",
        ),
        long("brown double bass", [645, 485, 180], "You have far to go: to the double bass in the music room."),
        long(
            "light green fume cupboard",
            [335, 570, 0],
            "Leave for the science room and do not stop before the fume cupboard.",
        ),
        long(
            "grey tool bench",
            [790, 535, 0],
            "The caretaker's tool bench is at the far end of his room. Please get yourself there.",
        ),
        long(
            "wooden trophy cabinet",
            [470, 415, 90],
            "Go down the corridor, right to its end, where the trophy cabinet stands.",
        ),
    ],
};
