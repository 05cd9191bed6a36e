//! The palette's promises, computed from the style sheets: text is readable on every surface, marks can be seen, and the
//! categories stay apart for people who see colours differently.

#![expect(clippy::panic, reason = "a test says what is wrong by failing")]

use std::collections::BTreeMap;
use std::path::Path;

/// A colour in linear light, from 0 to 1.
type Linear = [f64; 3];

/// Surfaces that text may lie on: the page's, and every tint.
const SURFACES: [&str; 8] =
    ["bg", "panel", "raise", "accent-tint", "good-tint", "bad-tint", "hazard-tint", "warn-tint"];

/// Colours that text may have. The categories are added by their prefix.
const TEXTS: [&str; 10] =
    ["ink", "mute", "accent", "good", "bad", "hazard", "warn", "syntax-keyword", "syntax-variable", "syntax-comment"];

/// Colours of control edges, focus rings and marks.
const MARKS: [&str; 7] = ["edge", "focus", "accent", "good", "bad", "hazard", "warn"];

fn sheet(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../static").join(name);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Both palettes: name to light and dark colour.
fn palette() -> BTreeMap<String, [Linear; 2]> {
    let text = sheet("tokens.css");
    let mut palette = BTreeMap::new();
    for line in text.lines() {
        let Some((name, value)) = line.trim().strip_prefix("--").and_then(|rest| rest.split_once(": light-dark("))
        else {
            continue;
        };
        let colours: Vec<Linear> = value.trim_end_matches(");").split(", ").map(read).collect();
        let [light, dark] = colours.as_slice() else { panic!("{name} has not two colours: {value}") };
        palette.insert(name.to_owned(), [*light, *dark]);
    }
    assert!(palette.len() > 20, "the palette could not be read");
    palette
}

fn read(hex: &str) -> Linear {
    assert!(hex.len() == 7 && hex.starts_with('#'), "{hex} is no plain colour");
    [1, 3, 5].map(|at| {
        let value = f64::from(u8::from_str_radix(&hex[at..at + 2], 16).expect("two hexadecimal digits")) / 255.0;
        if value <= 0.040_45 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
    })
}

fn luminance([red, green, blue]: Linear) -> f64 {
    0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/// The contrast of two colours as WCAG defines it.
fn contrast(first: Linear, second: Linear) -> f64 {
    let (first, second) = (luminance(first), luminance(second));
    (first.max(second) + 0.05) / (first.min(second) + 0.05)
}

/// What a colour looks like without one kind of cone: the matrices of Machado, Oliveira and Fernandes (2009) at full
/// severity, on linear light.
const SIMULATIONS: [(&str, [[f64; 3]; 3]); 3] = [
    (
        "protan",
        [[0.152_286, 1.052_583, -0.204_868], [0.114_503, 0.786_281, 0.099_216], [-0.003_882, -0.048_116, 1.051_998]],
    ),
    (
        "deutan",
        [[0.367_322, 0.860_646, -0.227_968], [0.280_085, 0.672_501, 0.047_413], [-0.011_820, 0.042_940, 0.968_881]],
    ),
    (
        "tritan",
        [[1.255_528, -0.076_749, -0.178_779], [-0.078_411, 0.930_809, 0.147_602], [0.004_733, 0.691_367, 0.303_900]],
    ),
];

fn seen(matrix: &[[f64; 3]; 3], colour: Linear) -> Linear {
    matrix.map(|row| row.iter().zip(colour).map(|(factor, part)| factor * part).sum::<f64>().clamp(0.0, 1.0))
}

/// CIELAB under D65.
fn lab([red, green, blue]: Linear) -> [f64; 3] {
    let x = (0.412_456_4 * red + 0.357_576_1 * green + 0.180_437_5 * blue) / 0.950_47;
    let y = 0.212_672_9 * red + 0.715_152_2 * green + 0.072_175_0 * blue;
    let z = (0.019_333_9 * red + 0.119_192_0 * green + 0.950_304_1 * blue) / 1.088_83;
    let [x, y, z] = [x, y, z].map(|t| if t > 216.0 / 24389.0 { t.cbrt() } else { (24389.0 / 27.0 * t + 16.0) / 116.0 });
    [116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)]
}

/// The difference of two colours by CIE76.
fn distance(first: Linear, second: Linear) -> f64 {
    let (first, second) = (lab(first), lab(second));
    first.iter().zip(second).map(|(a, b)| (a - b).powi(2)).sum::<f64>().sqrt()
}

const THEMES: [&str; 2] = ["light", "dark"];

fn colour(palette: &BTreeMap<String, [Linear; 2]>, name: &str, theme: usize) -> Linear {
    palette.get(name).unwrap_or_else(|| panic!("there is no colour {name}"))[theme]
}

fn categories(palette: &BTreeMap<String, [Linear; 2]>) -> Vec<String> {
    let found: Vec<String> = palette.keys().filter(|name| name.starts_with("cat-")).cloned().collect();
    assert_eq!(found.len(), 6, "{found:?}");
    found
}

#[test]
fn the_measures_are_right() {
    let (white, black) = (read("#ffffff"), read("#000000"));
    assert!((contrast(white, black) - 21.0).abs() < 1e-9);
    assert!((contrast(read("#767676"), white) - 4.54).abs() < 0.01, "the grey that is known to pass barely");
    assert!((distance(white, black) - 100.0).abs() < 0.01);
    assert!(distance(read("#cc0000"), read("#cc0000")) < 1e-9);
    let (_, deutan) = SIMULATIONS[1];
    let (red, green) = (read("#b06000"), read("#7a7a00"));
    assert!(distance(seen(&deutan, red), seen(&deutan, green)) < distance(red, green), "these two come closer");
}

#[test]
fn text_is_readable_on_every_surface() {
    let palette = palette();
    let mut texts: Vec<String> = TEXTS.iter().map(ToString::to_string).collect();
    texts.extend(categories(&palette));
    for (theme, theme_name) in THEMES.iter().enumerate() {
        for text in &texts {
            for surface in SURFACES {
                let value = contrast(colour(&palette, text, theme), colour(&palette, surface, theme));
                assert!(value >= 4.5, "{theme_name}: {text} on {surface} has {value:.2}");
            }
        }
        let value = contrast(colour(&palette, "bg", theme), colour(&palette, "accent", theme));
        assert!(value >= 4.5, "{theme_name}: the main button's text has {value:.2}");
    }
}

#[test]
fn edges_focus_and_marks_can_be_seen() {
    let palette = palette();
    for (theme, theme_name) in THEMES.iter().enumerate() {
        for mark in MARKS {
            for surface in SURFACES {
                let value = contrast(colour(&palette, mark, theme), colour(&palette, surface, theme));
                assert!(value >= 3.0, "{theme_name}: {mark} on {surface} has {value:.2}");
            }
        }
    }
}

#[test]
fn categories_stay_apart_for_everybody() {
    let palette = palette();
    let names = categories(&palette);
    for (theme, theme_name) in THEMES.iter().enumerate() {
        for (at, first) in names.iter().enumerate() {
            for second in &names[at + 1..] {
                let (a, b) = (colour(&palette, first, theme), colour(&palette, second, theme));
                let value = distance(a, b);
                assert!(value >= 7.0, "{theme_name}: {first} and {second} are {value:.1} apart");
                for (kind, matrix) in &SIMULATIONS {
                    let value = distance(seen(matrix, a), seen(matrix, b));
                    assert!(value >= 7.0, "{theme_name}, {kind}: {first} and {second} are {value:.1} apart");
                }
            }
        }
    }
}

/// Colours are written down once: a colour of its own in a rule would escape the tests above.
#[test]
fn rules_use_no_colours_of_their_own() {
    for name in ["base.css", "check.css"] {
        for (number, line) in sheet(name).lines().enumerate() {
            // Shadows and veils are the exception: nothing is read on them.
            let exempt =
                line.contains("box-shadow: 0 8px") || line.contains("::backdrop") || line.contains("drop-veil");
            let plain = line
                .match_indices('#')
                .any(|(at, _)| line[at + 1..].chars().take_while(char::is_ascii_hexdigit).count() >= 3);
            assert!(exempt || !plain, "{name}:{}: {line}", number + 1);
            assert!(!line.contains("opacity: 0."), "opacity carries no meaning: {name}:{}", number + 1);
        }
    }
}

/// Category colours are for categories only, so only their own classes and marks may name them.
#[test]
fn category_colours_are_for_categories() {
    for name in ["base.css", "check.css"] {
        for (number, line) in sheet(name).lines().enumerate().filter(|(_, line)| line.contains("var(--cat-")) {
            let own = line.starts_with(".cat-") || line.starts_with(".overview .undone");
            assert!(own, "{name}:{}: {line}", number + 1);
        }
    }
}
