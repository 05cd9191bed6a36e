//! A village shop: sales room, bakery corner, storeroom, owner's office.

use super::prelude::*;

pub(crate) const PLACE: Place = Place {
    name: "Village shop",
    rooms: &[
        room("sales room", 0, 0, 750, 650),
        room("bakery corner", 750, 0, 350, 350),
        room("storeroom", 750, 350, 350, 500),
        room("back office", 350, 650, 400, 200),
        room("loading bay", 0, 650, 350, 200),
    ],
    openings: &[
        down(750, 100, 260),
        down(750, 500, 590),
        across(650, 560, 650),
        across(650, 120, 220),
        across(350, 980, 1070),
    ],
    things: &[
        // Sales room
        block("checkout", "blue", [560, 410], [60, 150, 95]),
        block("cash register", "black", [570, 440], [40, 45, 30]).on(95),
        block("vegetable stand", "green", [120, 150], [80, 180, 90]),
        pillar("pumpkin", "orange", [145, 190], [30, 25]).on(90),
        block("tin shelf", "red", [290, 130], [60, 220, 180]),
        block("cereal shelf", "yellow", [440, 130], [60, 220, 180]),
        block("dairy cabinet", "white", [200, 5], [200, 70, 200]),
        block("freezer chest", "light blue", [460, 5], [180, 80, 85]),
        pillar("basket stack", "black", [690, 560], [45, 70]),
        block("magazine stand", "silver", [5, 400], [45, 100, 150]),
        pillar("flower bucket", "purple", [20, 560], [40, 55]),
        block("wine rack", "brown", [5, 10], [50, 130, 200]),
        pillar("sweets jar", "pink", [575, 515], [25, 30]).on(95),
        block("egg crate", "beige", [290, 450], [80, 60, 40]),
        pillar("broom", "yellow", [700, 20], [20, 140]),
        // Bakery corner
        block("bread counter", "wooden", [850, 130], [70, 160, 100]),
        block("oven", "silver", [1020, 60], [75, 80, 180]),
        pillar("bread basket", "brown", [870, 180], [35, 25]).on(100),
        block("flour sack", "white", [1030, 200], [60, 40, 55]),
        pillar("standing table", "red", [770, 15], [60, 110]),
        // Storeroom
        block("pallet", "wooden", [900, 660], [120, 100, 15]),
        block("crate stack", "green", [765, 640], [60, 60, 120]),
        block("drinks crate", "red", [1040, 480], [50, 50, 40]),
        block("hand truck", "orange", [1040, 780], [50, 60, 120]),
        pillar("oil drum", "blue", [770, 780], [60, 90]),
        block("cold room door", "grey", [850, 825], [110, 20, 210]),
        // Back office
        block("desk", "grey", [380, 760], [150, 80, 75]),
        block("telephone", "white", [480, 775], [25, 20, 10]).on(75),
        block("safe", "green", [690, 790], [55, 55, 60]),
        pillar("fan", "white", [360, 665], [35, 130]),
        // Loading bay
        block("shopping trolley", "silver", [20, 770], [100, 60, 100]),
        pillar("rain barrel", "dark grey", [280, 775], [65, 100]),
        block("scales", "red", [20, 670], [60, 60, 110]),
    ],
    tasks: &[
        base("yellow cereal shelf", [660, 425, 0], "Go to the cereal shelf."),
        base("wooden bread counter", [1030, 30, 270], "In the bakery corner, go and stand at the bread counter."),
        base("brown wine rack", [230, 135, 270], "Move to the wine rack by the wall."),
        base("orange hand truck", [845, 745, 90], "I need you at the hand truck in the storeroom."),
        base(
            "light blue freezer chest",
            [720, 100, 180],
            "Travel to the freezer chest, which stands against the back wall.",
        ),
        common(
            "black cash register",
            [910, 535, 270],
            "My basket is full and I have my purse in my hand. Go where one pays.",
        ),
        common(
            "purple flower bucket",
            [170, 430, 180],
            "I forgot our wedding anniversary! A bunch of roses might save me, so go where I can get one.",
        ),
        common(
            "white telephone",
            [720, 685, 270],
            "The supplier has to be called, and my mobile is dead. Go to what lets me ring him.",
        ),
        common(
            "red scales",
            [220, 795, 270],
            "How many kilos are in this sack of potatoes? Take yourself to what can tell us.",
        ),
        common(
            "yellow broom",
            [650, 310, 0],
            "A bag of rice has burst and there are grains all over the tiles. Head for what we sweep with.",
        ),
        complex(
            "beige egg crate",
            [190, 765, 0],
            "The farmer came by at dawn. He left two cheeses and a note that says the hens are laying badly. Mrs Novak wants to \
             bake a cake and asks whether there are enough; to find that out, go to the egg crate and take a look inside.",
        ),
        complex(
            "green safe",
            [435, 705, 90],
            "It is closing time. The lights over the vegetables are off and the awning is rolled up. What is left in the till I \
             have counted twice, and it must not stay there overnight. Go ahead to the safe in the back office; I am coming with the bag.",
        ),
        complex(
            "white dairy cabinet",
            [245, 425, 0],
            "Three customers have complained since morning, two of them about the price of butter, which I cannot help. The third \
             said that the milk is warm. Please see what the thermometer of the dairy cabinet shows; I will stay here and sell bread.",
        ),
        complex(
            "silver oven",
            [945, 300, 270],
            "We open at seven, the rolls take twenty minutes, and it is a quarter past six. You need not knead anything and the \
             flour is weighed already. Only be in the bakery corner, beside the oven, when its bell rings.",
        ),
        complex(
            "wooden pallet",
            [795, 410, 180],
            "The lorry from the brewery will be here at any minute. Its driver is new and put the last delivery right in the \
             doorway, where everyone fell over it. This time show him where it belongs: wait at the pallet in the storeroom.",
        ),
        visual(
            "red standing table",
            &[Looks::Round],
            [975, 145, 270],
            "Only one thing here is red and round. Go to it.",
        ),
        visual("blue oil drum", &[Looks::Round], [950, 625, 270], "Close the distance to the big blue cylinder."),
        visual(
            "pink sweets jar",
            &[Looks::Small],
            [885, 510, 270],
            "Can you spot the small pink thing? Go where it is.",
        ),
        visual(
            "green crate stack",
            &[Looks::Tall, Looks::Square],
            [970, 530, 270],
            "Go to the green tower with the square base, as high as a child.",
        ),
        visual(
            "grey cold room door",
            &[Looks::Tall, Looks::Oblong],
            [795, 585, 180],
            "Reach the high grey slab that is only as deep as a hand is long.",
        ),
        long(
            "red tin shelf",
            [220, 695, 270],
            "You are needed at the tin shelf between the other shelves of the sales room; it is a long walk, so start now.",
        ),
        long(
            "dark grey rain barrel",
            [170, 395, 0],
            "Go out to the loading bay and over to the rain barrel in its corner.",
        ),
        long(
            "white flour sack",
            [685, 225, 90],
            "Cross the shop to the bakery corner and go to the flour sack behind the counter.",
        ),
        long(
            "red drinks crate",
            [670, 430, 0],
            "Somewhere in the storeroom there is a single drinks crate. Walk there from here without stopping.",
        ),
        long(
            "silver magazine stand",
            [255, 810, 270],
            "The magazine stand is on the far side of the sales room. Go round the shelves and stop in front of it.",
        ),
    ],
};
