//! How the planners fare and how long things take: `cargo run --release -p stepguard-homes --example figures`.

use std::time::{Duration, Instant};
use stepguard_embodied::chance::Chance;
use stepguard_embodied::world::{Act, Sight, TaskId, Tutor, World};
use stepguard_homes::{HomesWorld, instruction, start};
use stepguard_results::environment::{Environment, Subset};

/// What one way of acting came to over a subset.
#[derive(Default)]
struct Sum {
    tasks: u32,
    solved: u32,
    steps: u32,
    plans: u32,
    slowest: Duration,
    planning: Duration,
}

impl Sum {
    /// An episode by the rules of the loop: 30 steps, ten invalid ones, a plan ends with an invalid step.
    fn episode(&mut self, mut world: HomesWorld<'static>, mut plan: impl FnMut(&HomesWorld<'static>) -> Vec<Act>) {
        let (mut steps, mut invalid) = (0, 0);
        self.tasks += 1;
        'episode: while !world.solved() {
            let clock = Instant::now();
            let acts = plan(&world);
            let took = clock.elapsed();
            self.plans += 1;
            self.planning += took;
            self.slowest = self.slowest.max(took);
            if acts.is_empty() {
                break;
            }
            for act in acts {
                let ran = world.act(act).ran;
                steps += 1;
                invalid += u32::from(!ran);
                if world.solved() || steps == 30 || invalid == 10 {
                    break 'episode;
                }
                if !ran {
                    break;
                }
            }
        }
        self.solved += u32::from(world.solved());
        self.steps += steps;
    }

    fn say(&self, name: &str) {
        let tasks = f64::from(self.tasks.max(1));
        println!(
            "  {name:8} {:3} of {} solved, {:5.1} steps, {:4.1} plans, {:6.2} ms a plan, slowest {:6.2} ms",
            self.solved,
            self.tasks,
            f64::from(self.steps) / tasks,
            f64::from(self.plans) / tasks,
            self.planning.as_secs_f64() * 1e3 / f64::from(self.plans.max(1)),
            self.slowest.as_secs_f64() * 1e3
        );
    }
}

fn main() {
    for environment in [Environment::Alfred, Environment::Habitat] {
        for subset in Subset::ALL {
            let ids = || {
                (0..)
                    .map(move |number| TaskId { environment, subset, number })
                    .take_while(|id| instruction(*id).is_some())
            };
            let clock = Instant::now();
            let worlds: Vec<HomesWorld<'static>> = ids().filter_map(start).collect();
            let compiling = clock.elapsed();
            let clock = Instant::now();
            let again = ids().filter_map(start).count();
            let starting = clock.elapsed();
            let n = f64::from(u32::try_from(again.max(1)).unwrap_or(u32::MAX));
            println!(
                "{} {}: start {:.2} ms, then {:.2} ms",
                environment.id(),
                subset.id(),
                compiling.as_secs_f64() * 1e3 / n,
                starting.as_secs_f64() * 1e3 / n
            );
            let mut sums: [(&str, Sum); 4] =
                ["oracle", "partial", "greedy", "random"].map(|name| (name, Sum::default()));
            for world in worlds {
                let mut chance = Chance::of(&["figures", world.instruction()]);
                sums[0].1.episode(world.clone(), |world| world.solve(Sight::All));
                sums[1].1.episode(world.clone(), |world| world.solve(Sight::Seen));
                sums[2].1.episode(world.clone(), |world| world.greedy().into_iter().collect());
                sums[3].1.episode(world, |world| vec![world.random(&mut chance)]);
            }
            for (name, sum) in &sums {
                sum.say(name);
            }
        }
    }
    let Some(mut world) = start(TaskId { environment: Environment::Alfred, subset: Subset::Base, number: 0 }) else {
        return;
    };
    let mut chance = Chance::of(&["figures"]);
    let clock = Instant::now();
    for _ in 0..1000 {
        let act = world.random(&mut chance);
        world.act(act);
    }
    let acting = clock.elapsed();
    let clock = Instant::now();
    let seen: usize = (0..1000).map(|_| world.observe().len()).sum();
    println!(
        "act {:.1} us, observe {:.1} us ({} characters)",
        acting.as_secs_f64() * 1e3,
        clock.elapsed().as_secs_f64() * 1e3,
        seen / 1000
    );
}
