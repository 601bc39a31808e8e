//! Plays random games of the peer and says what they cost: `playouts PLAYERS GAMES SCORES`, a round for each line read.

use std::io::{BufRead, Write};
use std::time::Duration;

use ttr_core::config::RuleConfig;
use ttr_core::rng::{Part, stream};
use ttr_core::scoring::score_breakdown;
use ttr_core::state::Game;

#[repr(C)]
struct Timespec {
    seconds: i64,
    nanoseconds: i64,
}

unsafe extern "C" {
    fn clock_gettime(clock: i32, time: *mut Timespec) -> i32;
}

/// Processor time of this process, on Linux.
fn processor_time() -> Duration {
    let mut time = Timespec { seconds: 0, nanoseconds: 0 };
    unsafe { clock_gettime(2, &mut time) };
    Duration::new(time.seconds as u64, time.nanoseconds as u32)
}

fn main() {
    let words: Vec<String> = std::env::args().collect();
    let players: usize = words[1].parse().expect("players");
    let games: u64 = words[2].parse().expect("games");
    let scores = words[3] == "scores";
    let game = Game::new(RuleConfig::new("usa", players).expect("a board")).expect("a game");
    let mut scratch = Vec::new();
    let mut out = std::io::stdout();
    for _ in std::io::stdin().lock().lines() {
        let began = processor_time();
        let (mut steps, mut points) = (0u64, 0i64);
        for seed in 0..games {
            let mut state = game.new_initial_state(seed);
            let mut rng = stream(seed, &[Part::Str("bench")]);
            while !state.is_terminal() {
                let action = state.sample_legal_into(&mut rng, &mut scratch).expect("a legal action");
                state.step(action).expect("a legal action");
                steps += 1;
            }
            if scores {
                points += score_breakdown(&mut state).iter().map(|row| i64::from(row.total)).sum::<i64>();
            }
        }
        let spent = (processor_time() - began).as_secs_f64();
        writeln!(out, "{{\"games\": {games}, \"steps\": {steps}, \"points\": {points}, \"seconds\": {spent}}}").unwrap();
        out.flush().unwrap();
    }
}
