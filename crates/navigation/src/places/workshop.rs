//! A joiner's workshop: machine hall, bench room, paint booth, timber store, break room.

use super::prelude::*;

pub(crate) const PLACE: Place = Place {
    name: "Joiner's workshop",
    rooms: &[
        room("machine hall", 0, 0, 650, 500),
        room("bench room", 650, 0, 450, 500),
        room("timber store", 0, 500, 400, 350),
        room("paint booth", 400, 500, 350, 350),
        room("break room", 750, 500, 350, 350),
    ],
    openings: &[down(650, 210, 330), across(500, 140, 260), across(500, 480, 580), across(500, 900, 990)],
    things: &[
        // Machine hall
        block("table saw", "green", [260, 190], [130, 110, 90]),
        block("band saw", "blue", [480, 30], [70, 60, 200]),
        block("planer", "grey", [60, 200], [90, 180, 100]),
        pillar("dust extractor", "orange", [20, 20], [80, 190]),
        block("drill press", "red", [330, 10], [50, 60, 170]),
        pillar("sawdust bin", "brown", [580, 430], [50, 80]),
        block("control cabinet", "silver", [180, 5], [80, 35, 190]),
        block("trestle", "yellow", [420, 380], [110, 40, 80]),
        block("first aid box", "white", [600, 20], [40, 25, 30]).on(100),
        block("wall cupboard", "dark grey", [595, 10], [50, 40, 100]),
        // Bench room
        block("workbench", "wooden", [800, 120], [180, 80, 90]),
        block("vice", "blue", [810, 130], [25, 30, 25]).on(90),
        pillar("glue pot", "white", [950, 150], [15, 15]).on(90),
        block("tool wall", "dark grey", [720, 5], [300, 20, 200]),
        block("half-finished cupboard", "beige", [1010, 280], [80, 120, 170]),
        pillar("lathe stool", "black", [860, 230], [35, 60]),
        block("lathe", "turquoise", [760, 360], [170, 60, 115]),
        block("clamp rack", "orange", [1040, 60], [50, 110, 150]),
        // Timber store
        block("plank pile", "wooden", [5, 560], [80, 230, 90]),
        block("plywood stack", "light green", [280, 760], [110, 80, 60]),
        block("forklift", "yellow", [180, 640], [90, 120, 200]),
        pillar("log", "brown", [340, 540], [45, 50]),
        // Paint booth
        block("spray table", "silver", [540, 640], [100, 80, 80]),
        pillar("paint tin", "purple", [570, 665], [20, 25]).on(80),
        block("drying rack", "white", [690, 640], [50, 160, 170]),
        pillar("thinner drum", "red", [420, 770], [60, 90]),
        block("respirator locker", "blue", [410, 560], [40, 60, 115]),
        // Break room
        pillar("round table", "white", [880, 660], [90, 75]),
        block("chair", "red", [820, 680], [40, 40, 90]),
        block("chair", "green", [990, 680], [40, 40, 90]),
        block("sofa", "brown", [860, 780], [170, 65, 80]),
        block("coffee maker", "black", [1055, 545], [25, 30, 35]).on(90),
        block("kitchen cabinet", "light blue", [1045, 520], [50, 150, 90]),
        block("vending machine", "pink", [760, 780], [80, 60, 185]),
    ],
    tasks: &[
        base("green table saw", [155, 50, 90], "Step up to the table saw."),
        base("turquoise lathe", [1025, 225, 270], "Go where the lathe stands, in the bench room."),
        base("yellow forklift", [240, 550, 180], "Would you walk to the forklift in the timber store?"),
        base("red drill press", [80, 160, 90], "Take up a position by the drill press."),
        base("white drying rack", [560, 570, 180], "Approach the drying rack at the side of the paint booth."),
        common(
            "white first aid box",
            [560, 365, 0],
            "Ouch, the chisel slipped and my thumb is bleeding. Go to where we keep the plasters.",
        ),
        common(
            "pink vending machine",
            [1010, 635, 180],
            "I have two coins and I am dying for a chocolate bar. Where can I get one? Lead the way.",
        ),
        common(
            "brown sawdust bin",
            [490, 645, 90],
            "Sweeping done; now the shavings have to be thrown away. Move to what they go into.",
        ),
        common(
            "blue vice",
            [720, 420, 0],
            "This table leg has to be held tight while I file it. Bring me to the tool with the jaws for that.",
        ),
        common(
            "brown sofa",
            [830, 635, 180],
            "The night shift has left me worn out, and I want to put my feet up for ten minutes. Find me a soft spot.",
        ),
        complex(
            "orange dust extractor",
            [425, 160, 270],
            "All morning the air in here has been so thick that the apprentice is coughing. The filters were changed in May, the \
             hoses look fine, and the table saw itself runs well. I suspect the motor, so please listen to it at the dust extractor.",
        ),
        complex(
            "white glue pot",
            [760, 175, 270],
            "The drawers for Mrs Lindqvist are cut and sanded, and the joints fit without a hammer. Before lunch they are to be put \
             together for good, with clamps from the rack and plenty of patience. Go to the glue pot and see whether it is warm.",
        ),
        complex(
            "silver control cabinet",
            [285, 375, 0],
            "Since the storm the band saw has been dead and the lights over the planer have flickered. The electrician told me on \
             the telephone to look for a tripped switch, so would you please hurry to the control cabinet and show it to her?",
        ),
        complex(
            "purple paint tin",
            [395, 455, 270],
            "The customer changed her mind again: first white, then blue, and in the end something her daughter picked. I believe \
             we have half a litre left over from the puppet theatre. Check it for me by going to the paint tin on the spray table.",
        ),
        complex(
            "beige half-finished cupboard",
            [715, 265, 270],
            "A dealer from the city is coming to look at our work, but the best pieces were delivered last week and the lathe is \
             full of chips. Show him at least what I am building now: stand by the half-finished cupboard in the bench room.",
        ),
        visual(
            "blue band saw",
            &[Looks::Tall, Looks::Square],
            [505, 335, 0],
            "The tall blue tower that nearly touches two metres is the place to go; the blue box that ends at the chest is not.",
        ),
        visual("red thinner drum", &[Looks::Round], [645, 580, 270], "Move close to the fat red cylinder."),
        visual(
            "black lathe stool",
            &[Looks::Round],
            [695, 340, 90],
            "You are after something slim, black and round that ends at the hip.",
        ),
        visual(
            "light green plywood stack",
            &[Looks::Square],
            [225, 570, 180],
            "Go and see the light green slab that reaches to the thigh.",
        ),
        visual(
            "orange clamp rack",
            &[Looks::Square],
            [960, 335, 180],
            "Seek out what is orange and has corners, not what is orange and round.",
        ),
        long("grey planer", [120, 740, 0], "Go the long way back to the planer and wait there for the next board."),
        long(
            "wooden workbench",
            [585, 380, 180],
            "The workbench is in the bench room, a good way off. Set out now, and watch your step between the machines.",
        ),
        long(
            "light blue kitchen cabinet",
            [785, 295, 270],
            "Walk on and on until you stand at the kitchen cabinet of the break room.",
        ),
        long(
            "brown log",
            [435, 335, 270],
            "A single log has been left in the timber store. Leave your place and go there to see it.",
        ),
        long(
            "silver spray table",
            [700, 290, 180],
            "Please make the trip over to the spray table in the paint booth, through the hall.",
        ),
    ],
};
