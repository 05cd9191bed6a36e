//! A small museum: entrance hall, dinosaur hall, Egyptian room, gallery, ship room, museum shop.

use super::prelude::*;

pub(crate) const PLACE: Place = Place {
    name: "City museum",
    rooms: &[
        room("entrance hall", 400, 600, 350, 300),
        room("dinosaur hall", 0, 0, 550, 600),
        room("Egyptian room", 550, 0, 550, 350),
        room("gallery", 550, 350, 550, 250),
        room("museum shop", 0, 600, 400, 300),
        room("ship room", 750, 600, 350, 300),
    ],
    openings: &[
        across(600, 430, 530),
        across(600, 600, 700),
        down(550, 100, 220),
        down(400, 700, 800),
        down(750, 740, 840),
        across(350, 900, 1000),
    ],
    things: &[
        // Entrance hall
        block("ticket desk", "white", [590, 740], [70, 120, 110]),
        pillar("donation box", "red", [420, 850], [35, 110]),
        block("cloakroom", "black", [680, 840], [65, 50, 180]),
        // Dinosaur hall
        block("raptor skeleton", "beige", [180, 180], [180, 100, 170]),
        pillar("giant egg", "white", [420, 60], [60, 80]),
        block("fossil case", "wooden", [60, 380], [110, 60, 100]),
        pillar("ammonite", "orange", [100, 395], [30, 20]).on(100),
        block("amber case", "yellow", [380, 400], [60, 60, 120]),
        block("bench", "grey", [220, 480], [120, 40, 45]),
        pillar("tree fern", "green", [20, 20], [60, 240]),
        block("meteorite", "dark grey", [490, 260], [50, 50, 60]),
        // Egyptian room
        block("sarcophagus", "yellow", [740, 120], [200, 80, 90]),
        pillar("obelisk", "red", [1040, 20], [50, 230]),
        block("mummy case", "blue", [620, 10], [70, 45, 190]),
        pillar("canopic jar", "turquoise", [1040, 170], [25, 35]).on(100),
        block("plinth", "grey", [1030, 160], [50, 50, 100]),
        block("cat statue", "black", [620, 270], [40, 60, 90]),
        block("papyrus frame", "brown", [830, 10], [120, 15, 150]),
        // Gallery
        block("landscape", "green", [640, 575], [140, 20, 160]),
        block("portrait", "purple", [1065, 420], [25, 90, 160]),
        pillar("marble torso", "white", [760, 440], [50, 150]),
        block("attendant's chair", "red", [570, 370], [45, 45, 85]),
        block("mobile", "orange", [920, 450], [80, 80, 40]).on(200),
        // Museum shop
        block("shop counter", "blue", [20, 640], [60, 150, 100]),
        pillar("postcard stand", "silver", [180, 720], [50, 170]),
        block("book table", "wooden", [240, 820], [110, 60, 75]),
        pillar("kaleidoscope", "purple", [280, 830], [15, 25]).on(75),
        block("toy shelf", "pink", [300, 610], [80, 35, 160]),
        // Ship room
        block("model ship", "brown", [880, 690], [150, 60, 140]),
        pillar("cannon ball", "dark grey", [800, 640], [30, 30]),
        pillar("anchor buoy", "orange", [1030, 840], [55, 90]),
        block("ship's bell", "silver", [790, 860], [40, 35, 130]),
        block("figurehead", "light blue", [1045, 610], [50, 60, 190]),
    ],
    tasks: &[
        base("beige raptor skeleton", [125, 65, 90], "Go and look at the raptor skeleton from close by."),
        base("yellow sarcophagus", [960, 415, 0], "The sarcophagus in the Egyptian room is what you have to get near."),
        base("silver postcard stand", [450, 755, 0], "Let us go to the postcard stand in the museum shop."),
        base("brown model ship", [795, 815, 90], "Proceed to the model ship."),
        base("white marble torso", [985, 500, 270], "Please walk up to the marble torso in the gallery."),
        common(
            "white ticket desk",
            [505, 650, 180],
            "We are two adults and a child. Before we may look at anything, we should go where one pays to get in.",
        ),
        common(
            "grey bench",
            [525, 695, 0],
            "My feet hurt after all these bones. Go where two of us could sit down for a while.",
        ),
        common(
            "black cloakroom",
            [720, 630, 270],
            "With this rucksack and my wet coat they will not let me round. Go where I can leave them.",
        ),
        common(
            "dark grey meteorite",
            [505, 690, 0],
            "One of these exhibits has fallen from the sky. That is the one I want to stand in front of.",
        ),
        common(
            "pink toy shelf",
            [215, 825, 0],
            "It is my nephew's fourth birthday, and he would be happy with a stuffed mammoth. Go where such presents are sold.",
        ),
        complex(
            "turquoise canopic jar",
            [930, 530, 270],
            "The night guard has reported a noise from the Egyptian room. The mummy is asleep, he writes, ha ha, and the cat is where \
             it should be. What he did not check is whether the lid is still on. Do that for him: go to the canopic jar.",
        ),
        complex(
            "orange ammonite",
            [325, 565, 270],
            "A school class has questions for the professor, who is stuck on a train. Most of them are about teeth, and I can answer \
             those. Number nine is not: how old is the snail from the sea that has turned to stone? Read the label at the ammonite.",
        ),
        complex(
            "purple portrait",
            [870, 300, 90],
            "The insurers photographed every painting in the gallery last year. Only one of them is to be sent to Vienna in May, and \
             the lender is nervous about a scratch in the frame. It is not the landscape. Go to the portrait, if you please.",
        ),
        complex(
            "light blue figurehead",
            [910, 785, 0],
            "When the old harbour inn was torn down its owner gave us all that had ever been washed ashore. The bell works and the \
             buoy is only for show. I have been asked to draw the wooden lady; wait for me with the pencils at the figurehead.",
        ),
        complex(
            "blue mummy case",
            [1000, 70, 270],
            "Please help us with the new audio guide. Station one is recorded, and so are two and three. For number four we need the \
             echo of somebody who speaks right in front of the mummy case. Go there, and begin when the light turns green.",
        ),
        visual(
            "red obelisk",
            &[Looks::Tall, Looks::Round],
            [730, 70, 180],
            "Go to the foot of the red column that is higher than a door.",
        ),
        visual(
            "dark grey cannon ball",
            &[Looks::Round, Looks::Small],
            [905, 865, 0],
            "Stop near the small dark grey thing that could roll away.",
        ),
        visual(
            "purple kaleidoscope",
            &[Looks::Small, Looks::Round],
            [35, 820, 90],
            "Come close to the tiny cylinder in purple.",
        ),
        visual(
            "orange mobile",
            &[Looks::Square, Looks::Raised],
            [765, 385, 180],
            "Stand beneath the orange shape that hangs high above the floor.",
        ),
        visual(
            "yellow amber case",
            &[Looks::Tall, Looks::Square],
            [455, 760, 0],
            "Go to the upright yellow box; the long yellow one that lies on the floor is not meant.",
        ),
        long(
            "green tree fern",
            [265, 375, 90],
            "Go on past the bones, to the tree fern that grows at the back of the dinosaur hall.",
        ),
        long(
            "black cat statue",
            [480, 470, 270],
            "Somebody wants to meet you at the cat statue in the Egyptian room, which is a fair walk.",
        ),
        long(
            "blue shop counter",
            [490, 840, 90],
            "The keys were handed in at the shop counter. Go there and cross the entrance hall if you have to.",
        ),
        long(
            "orange anchor buoy",
            [710, 635, 270],
            "Find the ship room and walk to the anchor buoy in its far corner.",
        ),
        long(
            "green landscape",
            [900, 255, 270],
            "Your way leads out of here and far along the wall: go to the landscape that hangs in the gallery.",
        ),
    ],
};
