//! Answers what the peer's scripted player would do: `bot TIER`, a position on each line read, an action on each written.
//!
//! The first line written is the board. A position is a line of whole numbers, in the order in which `read` takes them;
//! `adapter.py` makes it from what a seat may know. Nothing hidden from the seat is in it: opponents' hands are empty
//! but for the cards that all players saw, and every ticket the seat does not hold lies in the deck.

use std::io::{BufRead, Write};

use ttr_core::board::{Board, MAX_CITIES};
use ttr_core::config::{NO_TICKET, RuleConfig};
use ttr_core::graph::dsu_union;
use ttr_core::heuristic::{Heuristic, HeuristicParams, Tier};
use ttr_core::state::{Game, State};

fn describe(board: &Board) -> String {
    let cities: Vec<String> = board.raw.cities.iter().map(|name| format!("{name:?}")).collect();
    let colors: Vec<String> = board.raw.color_names.iter().map(|name| format!("{name:?}")).collect();
    let routes: Vec<String> =
        board.raw.segments.iter().map(|(a, b, length, color)| format!("[{a},{b},{length},{color}]")).collect();
    let tickets: Vec<String> = board.raw.tickets.iter().map(|(a, b, points)| format!("[{a},{b},{points}]")).collect();
    format!(
        "{{\"cities\":[{}],\"colors\":[{}],\"routes\":[{}],\"tickets\":[{}]}}",
        cities.join(","),
        colors.join(","),
        routes.join(","),
        tickets.join(",")
    )
}

fn read(game: &Game, line: &str) -> State {
    let mut numbers = line.split_whitespace().map(|word| word.parse::<i64>().expect("a whole number"));
    let mut next = || numbers.next().expect("another number");
    let mut state = game.new_initial_state(0);
    let (board, kinds, players) = (state.board, state.board.n_card_types, state.n_players());
    let seat = next() as usize;
    state.cur = seat as u8;
    state.phase = next() as u8;
    state.draws_left = u8::from(state.phase == ttr_core::config::PHASE_DRAW_SECOND);
    state.turn = next() as u16;
    state.final_left = next() as u8;
    for route in 0..board.n_segments {
        state.seg_owner[route] = next() as u8;
    }
    state.hand.fill(0);
    for kind in 0..kinds {
        state.hand[seat * kinds + kind] = next() as u8;
    }
    for player in 0..players {
        state.trains[player] = next() as u8;
        state.score[player] = next() as i16;
        state.unknown[player] = next() as u8;
        for kind in 0..kinds {
            state.certain[player * kinds + kind] = next() as u8;
        }
    }
    for slot in 0..state.faceup.len() {
        state.faceup[slot] = next() as i8;
    }
    state.deck_pos = 0;
    state.deck_len = next() as u16;
    state.discard_total = 0;
    for kind in 0..kinds {
        state.discard[kind] = next() as u8;
        state.discard_total += u16::from(state.discard[kind]);
    }
    state.tickets.fill(0);
    state.tickets[seat] = next() as u32;
    state.tdeck.fill(NO_TICKET);
    for ticket in 0..board.n_tickets {
        if state.tickets[seat] >> ticket & 1 == 0 {
            state.tdeck[ticket] = ticket as u8;
        }
    }
    state.tdeck_head = 0;
    state.tdeck_len = next() as u8;
    state.offer_len = next() as u8;
    state.offer.fill(NO_TICKET);
    for place in 0..state.offer_len as usize {
        state.offer[place] = next() as u8;
    }
    state.board_version = next() as u32;
    for player in 0..players {
        for route in 0..board.n_segments {
            if state.seg_owner[route] == player as u8 {
                let forest = &mut state.dsu[player * MAX_CITIES..(player + 1) * MAX_CITIES];
                dsu_union(forest, board.seg_a[route], board.seg_b[route]);
            }
        }
    }
    state
}

fn main() {
    let words: Vec<String> = std::env::args().collect();
    let tier = Tier::parse(&words[1]).expect("a tier: h0 to h4");
    let players: usize = words[2].parse().expect("players");
    let game = Game::new(RuleConfig::new("usa", players).expect("a board")).expect("a game");
    let mut out = std::io::stdout();
    writeln!(out, "{}", describe(game.board)).unwrap();
    out.flush().unwrap();
    for line in std::io::stdin().lock().lines() {
        let mut state = read(&game, &line.expect("a line"));
        let action = Heuristic::new(tier, HeuristicParams::default(), 0).act(&mut state);
        let space = state.space;
        if space.is_claim(action) {
            let (route, pay) = space.decode_claim(action);
            writeln!(out, "claim {route} {pay}").unwrap();
        } else if action < space.draw_tickets {
            writeln!(out, "draw {}", space.decode_draw(action)).unwrap();
        } else if action == space.draw_tickets {
            writeln!(out, "tickets").unwrap();
        } else if action < space.pass_action {
            writeln!(out, "keep {}", space.decode_keep(action)).unwrap();
        } else {
            writeln!(out, "pass").unwrap();
        }
        out.flush().unwrap();
    }
}
