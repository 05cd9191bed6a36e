//! An architects' office: reception, open office, meeting room, kitchenette, archive.

use super::prelude::*;

pub(crate) const PLACE: Place = Place {
    name: "Architects' office",
    rooms: &[
        room("reception", 0, 0, 400, 350),
        room("open office", 400, 0, 700, 600),
        room("meeting room", 0, 350, 400, 500),
        room("kitchenette", 400, 600, 350, 250),
        room("archive", 750, 600, 350, 250),
    ],
    openings: &[
        down(400, 130, 240),
        down(400, 400, 490),
        across(350, 60, 150),
        across(600, 500, 600),
        across(600, 900, 990),
    ],
    things: &[
        // Reception
        block("reception desk", "white", [150, 60], [60, 180, 110]),
        block("visitor chair", "orange", [5, 170], [60, 60, 80]),
        block("visitor chair", "green", [5, 250], [60, 60, 80]),
        pillar("palm", "light green", [340, 285], [45, 190]),
        block("fire extinguisher cabinet", "red", [370, 60], [25, 40, 100]),
        block("magazine rack", "black", [280, 305], [50, 40, 80]),
        // Open office
        block("drawing table", "wooden", [520, 80], [160, 80, 90]),
        block("workstation", "white", [800, 60], [160, 80, 75]),
        block("monitor", "black", [850, 70], [60, 15, 45]).on(75),
        pillar("coffee mug", "red", [930, 110], [10, 10]).on(75),
        block("workstation", "grey", [800, 300], [160, 80, 75]),
        block("architectural model", "light blue", [850, 310], [50, 50, 30]).on(75),
        block("swivel chair", "purple", [860, 160], [50, 50, 100]),
        block("swivel chair", "turquoise", [860, 400], [50, 50, 100]),
        block("plotter", "dark grey", [480, 480], [130, 60, 100]),
        block("plan chest", "green", [640, 260], [90, 70, 90]),
        pillar("paper tube bin", "yellow", [1055, 20], [35, 70]),
        pillar("floor lamp", "black", [420, 20], [35, 170]),
        block("photocopier", "silver", [1025, 460], [70, 70, 110]),
        pillar("wastepaper basket", "blue", [750, 160], [30, 35]),
        // Meeting room
        block("conference table", "brown", [120, 520], [120, 220, 75]),
        block("projector", "white", [165, 560], [35, 30, 15]).on(75),
        block("flip chart", "white", [30, 780], [70, 50, 180]),
        block("armchair", "yellow", [320, 560], [60, 60, 85]),
        block("armchair", "red", [320, 660], [60, 60, 85]),
        pillar("water dispenser", "light blue", [350, 790], [40, 120]),
        // Kitchenette
        block("kitchen unit", "orange", [440, 785], [200, 60, 90]),
        block("coffee machine", "silver", [460, 795], [40, 40, 45]).on(90),
        pillar("biscuit tin", "pink", [560, 800], [25, 20]).on(90),
        block("fridge", "black", [690, 785], [55, 60, 150]),
        pillar("high table", "turquoise", [600, 660], [70, 110]),
        // Archive
        block("shelf", "grey", [1050, 610], [45, 220, 220]),
        block("safe", "dark grey", [760, 780], [70, 65, 80]),
        block("archive box", "brown", [900, 790], [50, 50, 45]),
        block("stepladder", "yellow", [970, 785], [50, 55, 130]),
    ],
    tasks: &[
        base("green plan chest", [495, 445, 90], "Move up to the plan chest in the middle of the open office."),
        base(
            "orange visitor chair",
            [240, 275, 270],
            "Of the two seats for guests at the reception, approach the visitor chair with the orange cover.",
        ),
        base("silver photocopier", [890, 645, 0], "Walk to the photocopier, please."),
        base(
            "brown conference table",
            [55, 730, 90],
            "Enter the meeting room, if you are not there yet, and stop at the conference table.",
        ),
        base("dark grey safe", [925, 665, 180], "Go up to the safe in the archive."),
        common(
            "light blue water dispenser",
            [310, 500, 180],
            "My throat is dry from all this talking. Go where I can fill a cup for nothing.",
        ),
        common(
            "red fire extinguisher cabinet",
            [240, 295, 0],
            "There is smoke coming from a socket! Quick, go to where we keep what puts out flames.",
        ),
        common(
            "yellow stepladder",
            [900, 640, 90],
            "The folder we need is on the topmost board, and nobody here is two metres tall. Go to what will help us reach it.",
        ),
        common(
            "dark grey plotter",
            [220, 490, 90],
            "The client wants the floor plan on a sheet as large as a door. Be there when the machine rolls it out.",
        ),
        common(
            "silver coffee machine",
            [685, 630, 270],
            "Nobody got any sleep before the deadline. Position yourself where a fresh espresso would come from.",
        ),
        complex(
            "white projector",
            [120, 210, 180],
            "Ms Okafor is presenting the school design at four. The chairs are set, the handouts are printed and the flip chart has \
             new paper. The picture, she says, is still upside down; go to the projector and have a look at its cable.",
        ),
        complex(
            "light blue architectural model",
            [965, 570, 270],
            "Yesterday the cleaners moved a few things around. The mugs are back where they were, and I found my scale under the \
             plotter. Before the jury arrives I only have to be sure that nothing is broken on the architectural model. Take me to it.",
        ),
        complex(
            "wooden drawing table",
            [585, 445, 90],
            "I know that everyone works on screens now. Old Mr Brandt does not: he sketches by hand, refuses every monitor, and \
             left his glasses behind again. They will be lying where he always works, at the drawing table, so go there.",
        ),
        complex(
            "black fridge",
            [430, 650, 180],
            "For Jana's birthday there is a surprise at noon. The candles are in my drawer, the card has been signed by everyone \
             except you, and the cream cake must stay cold until then. Stand guard by the fridge so that nobody opens it too early.",
        ),
        complex(
            "yellow armchair",
            [95, 410, 90],
            "When the inspector comes he will sit down somewhere to read the file, and he hates to be kept waiting. The red seat \
             wobbles, so I told him to take the yellow armchair instead. Wait for him there with the papers.",
        ),
        visual(
            "turquoise high table",
            &[Looks::Round],
            [430, 705, 90],
            "The thing I mean is round, turquoise and reaches up to the chest. Go to it.",
        ),
        visual(
            "pink biscuit tin",
            &[Looks::Small, Looks::Round],
            [480, 650, 0],
            "Look for a small pink cylinder and come within reach of it.",
        ),
        visual("light green palm", &[Looks::Tall], [110, 290, 180], "Advance towards the tall light green shape."),
        visual(
            "grey shelf",
            &[Looks::Tall, Looks::Oblong],
            [865, 710, 90],
            "A high, long grey body fills one side of a room. Go and stand before it.",
        ),
        visual(
            "blue wastepaper basket",
            &[Looks::Small, Looks::Round],
            [725, 435, 0],
            "Go over to the little blue cylinder on the floor.",
        ),
        long(
            "red armchair",
            [455, 375, 90],
            "You will find the red armchair in the meeting room. Walk there all the way from here and sit by it.",
        ),
        long(
            "white reception desk",
            [365, 440, 180],
            "Visitors are waiting! Hurry from here to the reception desk near the front door.",
        ),
        long(
            "orange kitchen unit",
            [365, 440, 180],
            "Work your way past the desks and on to the kitchen unit in the kitchenette.",
        ),
        long(
            "brown archive box",
            [785, 425, 270],
            "There is one archive box on the floor of the archive. It is far off, but please walk up to it.",
        ),
        long(
            "yellow paper tube bin",
            [670, 190, 90],
            "At the opposite end of the open office, in the corner, stands the paper tube bin. Get there.",
        ),
    ],
};
