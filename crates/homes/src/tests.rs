//! The light form against the verifier, feedback of every kind, and what partial sight may know.

use crate::catalogue::read_homes;
use crate::rules::{apply, check};
use crate::scene::{Command, Scene};
use crate::task::{Compiled, TaskSource, compile};
use crate::world::{HomesWorld, start};
use stepguard_embodied::chance::Chance;
use stepguard_embodied::world::{Act, Sight, TaskId, Turn, Tutor, World};
use stepguard_results::environment::{Environment, Subset};

/// A small home in which everything can go wrong.
const HOME: &str = r#"
name = "Test flat"
start = "CounterTop"
[[rooms]]
name = "kitchen"
area = [0, 0, 400, 300]
fixtures = [
  { name = "CounterTop", area = [0, 0, 60, 60] },
  { name = "Fridge", area = [70, 0, 60, 60] },
  { name = "Sink", area = [140, 20, 60, 40] },
  { name = "Faucet", area = [140, 0, 20, 15], over = "Sink" },
  { name = "Microwave", area = [210, 0, 60, 60] },
  { name = "StoveBurner", area = [280, 0, 60, 60] },
  { name = "Cabinet_1", area = [0, 200, 60, 60] },
  { name = "Cabinet_2", area = [70, 200, 60, 60] },
  { name = "CoffeeMachine", area = [140, 200, 60, 60] },
]
things = [
  { name = "Knife", at = "CounterTop" },
  { name = "Apple", at = "Bowl", colour = "red" },
  { name = "Bread", at = "CounterTop" },
  { name = "Bowl", at = "CounterTop" },
  { name = "Egg", at = "Fridge" },
  { name = "Pan", at = "Cabinet_1" },
  { name = "Mug", at = "Cabinet_2", dirty = true },
]
[[rooms]]
name = "living room"
area = [400, 0, 300, 300]
fixtures = [
  { name = "Sofa", area = [0, 0, 100, 60] },
  { name = "FloorLamp", area = [110, 0, 30, 30] },
]
things = [{ name = "Laptop", at = "Sofa" }, { name = "Book", at = "Sofa" }]
[[rooms]]
name = "hall"
area = [0, 300, 200, 200]
fixtures = [{ name = "ShoeRack", area = [0, 0, 100, 40] }]
[[rooms]]
name = "bath"
area = [200, 300, 200, 200]
fixtures = [{ name = "Bathtub", area = [0, 0, 100, 80] }]
"#;

fn compiled(environment: Environment, changes: &[&str], goal: &[&str]) -> Result<Compiled, String> {
    let homes = read_homes([("flat", HOME)].into_iter());
    let home = homes.get("flat").and_then(|home| home.as_ref().ok()).expect("the home is right");
    let texts = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect();
    let source = TaskSource {
        home: "flat".to_owned(),
        instruction: "Test.".to_owned(),
        start: None,
        changes: texts(changes),
        goal: texts(goal),
    };
    compile(environment, &source, home).map_err(|wrong| wrong.join("; "))
}

fn world(compiled: &Compiled) -> HomesWorld<'_> {
    let id = TaskId { environment: compiled.scene.environment, subset: Subset::Base, number: 0 };
    HomesWorld::new(id, compiled)
}

/// Does what a menu calls by this name.
fn act(world: &mut HomesWorld<'_>, name: &str) -> Turn {
    let id = world.menu().iter().position(|known| known == name);
    assert!(id.is_some(), "{name} is not in the menu");
    world.act(Act::Id(id.unwrap_or(usize::MAX)))
}

/// Runs acts that have to run.
fn run(world: &mut HomesWorld<'_>, names: &[&str]) {
    for name in names {
        let turn = act(world, name);
        assert!(turn.ran, "{name}: {}", turn.feedback);
    }
}

#[track_caller]
fn refused(world: &mut HomesWorld<'_>, name: &str, words: &str) {
    let turn = act(world, name);
    assert!(!turn.ran, "{name} ran");
    assert!(turn.feedback.contains(words), "{name}: {}", turn.feedback);
}

#[test]
fn household_skills_are_refused_for_every_reason() {
    let compiled = compiled(Environment::Alfred, &[], &["Mug clean and in Cabinet_1"]).expect("it is right");
    let mut world = world(&compiled);
    refused(&mut world, "find an Egg", "was not found in any open place");
    refused(&mut world, "pick up the Mug", "was not found at the CounterTop");
    refused(&mut world, "put down the object in hand", "the hand is empty");
    refused(&mut world, "open the Fridge", "not near the Fridge");
    refused(&mut world, "slice the Bread", "not holding a knife");
    refused(&mut world, "slice the Apple", "the Apple is in the Bowl; take it out first");
    run(&mut world, &["find a Knife", "pick up the Knife"]);
    refused(&mut world, "find a Knife", "is in your hand");
    refused(&mut world, "pick up the Knife", "is in your hand");
    refused(&mut world, "pick up the Bread", "already holding the Knife");
    run(&mut world, &["slice the Bread"]);
    refused(&mut world, "slice the Bread", "sliced already");
    run(&mut world, &["find a Fridge"]);
    refused(&mut world, "put down the object in hand", "the Fridge is closed; open it first");
    refused(&mut world, "close the Fridge", "shut already");
    run(&mut world, &["open the Fridge"]);
    refused(&mut world, "open the Fridge", "open already");
    refused(&mut world, "put down the object in hand", "the Knife cannot be put in the Fridge");
    run(&mut world, &["close the Fridge"]);
    refused(&mut world, "find an Egg", "the Egg is inside the Fridge, which is closed; open it first");
    run(&mut world, &["find a FloorLamp"]);
    refused(&mut world, "put down the object in hand", "nothing can be put at the FloorLamp");
    run(&mut world, &["turn on the FloorLamp"]);
    refused(&mut world, "turn on the FloorLamp", "on already");
    run(&mut world, &["turn off the FloorLamp"]);
    refused(&mut world, "turn off the FloorLamp", "off already");
    run(&mut world, &["find a Laptop"]);
    refused(&mut world, "turn on the Laptop", "the Laptop is closed; open it first");
    run(&mut world, &["open the Laptop", "turn on the Laptop", "find a Microwave", "open the Microwave"]);
    refused(&mut world, "turn on the Microwave", "works only when it is shut");
    run(&mut world, &["close the Microwave", "turn on the Microwave"]);
    refused(&mut world, "open the Microwave", "turn it off first");
    refused(&mut world, "turn on the Laptop", "not near the Laptop");
    run(&mut world, &["find a CounterTop", "put down the object in hand", "find a Bowl", "pick up the Bowl"]);
    refused(&mut world, "pick up the Apple", "already holding the Bowl");
    refused(&mut world, "find an Apple", "the Apple is in the Bowl in your hand");
    run(&mut world, &["find a Fridge", "open the Fridge", "put down the object in hand", "close the Fridge"]);
    refused(&mut world, "pick up the Apple", "the Apple is inside the Fridge, which is closed");
    assert!(!world.act(Act::Id(9999)).ran && !world.act(Act::Pose([0; 7])).ran);
}

#[test]
fn appliances_do_their_work() {
    let goal = [
        "Mug clean and filled and hot and in CoffeeMachine",
        "Bread sliced and hot and in Microwave",
        "Egg hot and in Pan",
        "Apple cold and in Fridge",
    ];
    let compiled = compiled(Environment::Alfred, &[], &goal).expect("it is right");
    let mut world = world(&compiled);
    assert!(world.observe().contains("Bowl [in it: red Apple]"), "{}", world.observe());
    assert!(!world.observe().contains("Egg"), "closed means unseen");
    run(&mut world, &["find a Cabinet_2", "open the Cabinet_2"]);
    assert!(world.observe().contains("Mug (dirty)"));
    run(&mut world, &["pick up the Mug", "find a Sink", "put down the object in hand"]);
    run(&mut world, &["find a Faucet", "turn on the Faucet"]);
    assert!(world.observe().contains("Mug (filled)"), "{}", world.observe());
    run(&mut world, &["find a Mug", "pick up the Mug", "find a CoffeeMachine", "put down the object in hand"]);
    run(&mut world, &["turn on the CoffeeMachine", "turn off the CoffeeMachine"]);
    assert_eq!(world.met(), [true, false, false, false]);
    run(&mut world, &["find a Bread", "pick up the Knife", "slice the Bread", "put down the object in hand"]);
    run(&mut world, &["pick up the Bread", "find a Microwave", "open the Microwave", "put down the object in hand"]);
    run(&mut world, &["close the Microwave", "turn on the Microwave"]);
    run(&mut world, &["find a Cabinet_1", "open the Cabinet_1", "pick up the Pan", "find a StoveBurner"]);
    run(&mut world, &["put down the object in hand", "turn on the StoveBurner", "find a Fridge", "open the Fridge"]);
    assert!(world.observe().contains("Egg (cold)"), "{}", world.observe());
    run(&mut world, &["pick up the Egg", "find a Pan", "put down the object in hand"]);
    assert_eq!(world.met(), [true, true, true, false]);
    run(&mut world, &["find a Bowl", "pick up the Bowl", "find a Fridge", "put down the object in hand"]);
    assert_eq!(world.met(), [true, true, true, false], "a fridge cools when it is closed");
    run(&mut world, &["close the Fridge"]);
    assert!(world.solved());
}

#[test]
fn rearrangement_is_refused_for_every_reason() {
    let compiled = compiled(Environment::Habitat, &["Cabinet_2 open"], &["Egg on Sofa"]).expect("it is right");
    let mut world = world(&compiled);
    assert!(world.menu().iter().all(|name| !name.contains("Lamp")), "only receptacles");
    assert!(world.observe().contains("Knife") && !world.observe().contains("Mug"), "contents only where it stands");
    refused(&mut world, "place the object in hand", "the hand is empty");
    refused(&mut world, "pick up the Egg", "was not found at the CounterTop");
    refused(&mut world, "open the Fridge", "not near the Fridge");
    run(&mut world, &["pick up the Bread"]);
    refused(&mut world, "pick up the Knife", "already holding the Bread; held: Bread");
    run(&mut world, &["navigate to the Fridge"]);
    refused(&mut world, "place the object in hand", "open it first");
    run(&mut world, &["open the Fridge"]);
    refused(&mut world, "open the Fridge", "open already");
    let told = act(&mut world, "place the object in hand").feedback;
    assert!(told.contains("held: nothing; the Fridge is open"), "{told}");
    run(&mut world, &["close the Fridge"]);
    refused(&mut world, "pick up the Egg", "inside the Fridge, which is closed");
    refused(&mut world, "close the Fridge", "shut already");
    run(&mut world, &["open the Fridge", "pick up the Egg", "navigate to the Bathtub"]);
    refused(&mut world, "place the object in hand", "the Egg cannot be put in the Bathtub");
    run(&mut world, &["navigate to the Sofa", "place the object in hand"]);
    assert!(world.solved());
}

#[test]
fn every_mistake_of_a_task_is_said() {
    let said =
        |environment, changes: &[&str], goal: &[&str]| compiled(environment, changes, goal).err().unwrap_or_default();
    let alfred = Environment::Alfred;
    assert!(said(alfred, &[], &[]).contains("there is no goal"));
    assert!(said(alfred, &[], &["Unicorn in Fridge"]).contains("there is no Unicorn"));
    assert!(said(alfred, &[], &["Cabinet open"]).contains("there are several Cabinet"));
    assert!(said(alfred, &[], &["any Cabinet_1 open"]).contains("want a class such as Cabinet"));
    assert!(said(alfred, &[], &["Mug burning"]).contains("`burning` is no state"));
    assert!(said(alfred, &[], &["Mug sliced"]).contains("Mug cannot be that"));
    assert!(said(alfred, &[], &["Sofa in Fridge"]).contains("stays where it is"));
    assert!(said(alfred, &[], &["Book in Fridge"]).contains("Fridge does not take Book"));
    assert!(said(alfred, &[], &["Mug"]).contains("nothing is wanted of Mug"));
    assert!(said(alfred, &[], &["Mug dirty"]).contains("true at the start"));
    assert!(said(alfred, &[], &["Mug clean", "Mug clean"]).contains("twice"));
    assert!(said(alfred, &[], &["3 Cabinet open"]).contains("there are 2 Cabinet"));
    assert!(said(alfred, &[], &["Mug clean or hot"]).contains("`and` or the end"));
    assert!(said(alfred, &["any Cabinet open"], &["Mug clean"]).contains("changes"));
    assert!(said(alfred, &["Mug held"], &["Mug clean"]).contains("nothing is held at first"));
    assert!(said(alfred, &["Egg in any Cabinet"], &["Mug clean"]).contains("at one place"));
    assert!(said(Environment::Habitat, &[], &["Mug clean"]).contains("the states are open and closed"));
    assert_eq!(
        said(
            alfred,
            &[],
            &["every Cabinet open", "any Apple/Bread sliced", "2 Cabinet open", "Mug in any Cabinet/Sink and clean"]
        ),
        ""
    );
}

/// The light form and the verifier take the same acts to the same states, and agree on what is met.
#[test]
fn the_light_form_agrees_with_the_verifier() {
    let goals = [
        "Mug clean and filled and hot and in CoffeeMachine",
        "Egg hot and in Pan",
        "Apple cold and in Fridge",
        "any Cabinet open",
    ];
    let alfred = compiled(Environment::Alfred, &["Faucet on", "StoveBurner on"], &goals).expect("it is right");
    let habitat = compiled(Environment::Habitat, &[], &["Egg on Sofa", "Fridge closed"]).expect("it is right");
    for compiled in [&alfred, &habitat] {
        let scene: &Scene = &compiled.scene;
        for seed in 0..60 {
            let mut world = world(compiled);
            let mut chance = Chance::of(&["light", &seed.to_string()]);
            for _ in 0..60 {
                let any = Act::Id(chance.below(scene.commands.len()));
                let act = if chance.percent(30) { any } else { world.random(&mut chance) };
                let command = world.command(act).expect("it is in the menu");
                let mut light = world.state.clone();
                let can = check(scene, &light, command).is_ok();
                assert_eq!(apply(scene, &mut light, command), can);
                let turn = world.act(act);
                assert_eq!(turn.ran, can, "{}: {}", world.name(act), turn.feedback);
                assert_eq!(world.state, light, "{}", world.name(act));
                let met: Vec<bool> = compiled.goal.iter().map(|condition| condition.holds(scene, &light)).collect();
                assert_eq!(world.met(), met);
            }
        }
    }
}

/// Where something unseen is makes no difference to words and plans with partial sight.
#[test]
fn partial_sight_does_not_know_the_unseen() {
    for environment in [Environment::Alfred, Environment::Habitat] {
        let goal = ["Egg on Sofa"];
        let here = compiled(environment, &[], &goal).expect("it is right");
        let there = compiled(environment, &["Egg in Cabinet_1"], &goal).expect("it is right");
        let (mut one, mut other) = (world(&here), world(&there));
        loop {
            assert_eq!(one.observe(), other.observe());
            let plan = one.solve(Sight::Seen);
            assert_eq!(plan, other.solve(Sight::Seen));
            let mut parted = false;
            for act in plan {
                let (told, other_told) = (one.act(act), other.act(act));
                parted = told != other_told || one.observe() != other.observe();
                if parted || !told.ran {
                    break;
                }
            }
            if parted {
                break;
            }
        }
        assert!(one.known.seen != other.known.seen, "they part where one of them sees it");
    }
}

/// Plans are held to shortest ones of the general planner.
#[test]
fn plans_are_short() {
    use stepguard_check::planner::{PlannerOptions, solve};
    let cases: [(Environment, &[&str]); 7] = [
        (Environment::Alfred, &["Mug clean and in Cabinet_1"]),
        (Environment::Alfred, &["Egg hot and in Bowl"]),
        (Environment::Alfred, &["Apple cold and on CounterTop"]),
        (Environment::Alfred, &["Bread sliced and in Bowl"]),
        (Environment::Alfred, &["Laptop on", "FloorLamp on"]),
        (Environment::Habitat, &["Egg on Sofa", "Fridge closed"]),
        (Environment::Habitat, &["Mug on CounterTop", "Pan on CounterTop"]),
    ];
    for (environment, goal) in cases {
        let compiled = compiled(environment, &[], goal).expect("it is right");
        let mut world = world(&compiled);
        let domain = if environment == Environment::Alfred { crate::HOUSEHOLD } else { crate::REARRANGEMENT };
        let options = PlannerOptions { optimal: true, ..PlannerOptions::default() };
        let shortest = solve(Some(domain.as_bytes()), Some(world.problem().as_bytes()), &options, &mut |_| true);
        let shortest = shortest.plan.expect("there is one").len();
        let plan = world.solve(Sight::All);
        let names: Vec<String> = plan.iter().map(|act| world.name(*act)).collect();
        assert!(plan.len() <= shortest + 1, "{goal:?}: {shortest} steps are enough, not {names:?}");
        for act in plan {
            assert!(world.act(act).ran);
        }
        assert!(world.solved(), "{goal:?}");
    }
}

#[test]
fn a_command_that_a_scene_lacks_has_no_number() {
    let id = TaskId { environment: Environment::Habitat, subset: Subset::Base, number: 0 };
    let world = start(id).expect("the first task is there");
    assert_eq!(world.scene().id(Command::Slice(0)), None);
    assert_eq!(world.name(Act::Id(usize::MAX)), format!("action {}", usize::MAX));
}

/// What the verifier says of steps that are none.
#[test]
fn single_steps_are_checked() {
    use stepguard_task::ActionId;
    use stepguard_verify::{Failure, StepOutcome, World as Facts};
    let compiled = compiled(Environment::Alfred, &[], &["Mug clean"]).expect("it is right");
    let mut facts = Facts::new(&compiled.task, 1_000_000);
    let action = |name: &str| compiled.numbers.action(name).expect("the domain has it");
    let object = |name: &str| {
        let entity = compiled.scene.entity(name).expect("it is there");
        compiled.numbers.objects[entity].expect("it takes part")
    };
    let before = crate::world::atoms(&compiled.task, &facts);
    assert_eq!(facts.step(ActionId(999), &[]), StepOutcome::Unreadable);
    assert_eq!(facts.step(action("open"), &[]), StepOutcome::Unreadable);
    assert_eq!(facts.step(action("open"), &[object("Mug")]), StepOutcome::Failed(Failure::WrongType(0)));
    assert_eq!(facts.step(action("open"), &[object("Fridge")]), StepOutcome::Failed(Failure::Precondition));
    assert_eq!(crate::world::atoms(&compiled.task, &facts), before, "what does not run changes nothing");
    assert_eq!(facts.step(action("find-fixture"), &[object("CounterTop")]), StepOutcome::Ran { no_effect: true });
    assert_eq!(facts.step(action("find-fixture"), &[object("Fridge")]), StepOutcome::Ran { no_effect: false });
    let mut poor = Facts::new(&compiled.task, 1);
    assert_eq!(poor.step(action("find-fixture"), &[object("Fridge")]), StepOutcome::NotRun);
}
