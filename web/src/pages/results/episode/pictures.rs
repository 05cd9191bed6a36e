//! The pictures of an imported episode: those of the chosen step only, asked for when it is looked at.

use std::collections::HashMap;

use stepguard_report::results::PictureView;
use yew::prelude::*;

use super::WantedPicture;
use super::drawing::Now;
use crate::state::words::count;

/// What the pictures are given.
#[derive(Properties, Clone, PartialEq)]
pub(super) struct PicturesProps {
    pub(super) now: Now,
    pub(super) on_picture: Option<Callback<WantedPicture>>,
}

/// A picture's address: asked for, there, or not to be had.
#[derive(Default, PartialEq)]
struct Addresses(HashMap<AttrValue, Option<AttrValue>>);

/// What became of a picture.
enum Told {
    /// Another step: the old ones are let go.
    Forget,
    /// One has come.
    Come(AttrValue, Option<AttrValue>),
}

impl Reducible for Addresses {
    type Action = Told;

    fn reduce(self: std::rc::Rc<Self>, told: Told) -> std::rc::Rc<Self> {
        let mut next = HashMap::new();
        if let Told::Come(file, address) = told {
            next.extend(self.0.iter().map(|(file, address)| (file.clone(), address.clone())));
            next.insert(file, address);
        }
        Self(next).into()
    }
}

/// The pictures of a step: the number that its line carries, else its place.
fn of_step(now: &Now) -> Vec<&PictureView> {
    let line = now.line();
    let number = match line {
        None => Some(0),
        Some(line) => line.number.or_else(|| now.track.columns.get(now.column).map(|column| column.state as u64)),
    };
    now.show.view.pictures.iter().filter(|picture| picture.step.is_some() && picture.step == number).collect()
}

/// The pictures.
#[component]
pub(super) fn Pictures(props: &PicturesProps) -> Html {
    let addresses = use_reducer(Addresses::default);
    let now = &props.now;
    let pictures = of_step(now);
    let files: Vec<AttrValue> = pictures.iter().map(|picture| picture.file.clone().into()).collect();
    {
        let (dispatcher, on_picture) = (addresses.dispatcher(), props.on_picture.clone());
        use_effect_with(files.clone(), move |files| {
            dispatcher.dispatch(Told::Forget);
            for file in files {
                if let Some(on_picture) = &on_picture {
                    let (dispatcher, own) = (dispatcher.clone(), file.clone());
                    let found = Callback::from(move |address| dispatcher.dispatch(Told::Come(own.clone(), address)));
                    on_picture.emit(WantedPicture { file: file.clone(), found });
                }
            }
        });
    }
    let all = now.show.view.pictures.len();
    let films = now.show.view.pictures.iter().filter(|picture| picture.step.is_none()).count();
    if all == 0 {
        return html! {
            <p class="mute no-picture">{ "This episode has no pictures. An imported record tells what was done, said and answered, not where things are, so nothing can be drawn; what is on record stands below." }</p>
        };
    }
    if pictures.is_empty() {
        let words = format!(
            "There is no picture of this step. The episode has {}, of other steps.",
            count(all - films, "picture")
        );
        return html! { <p class="mute no-picture">{ words }</p> };
    }
    html! {
        <div class="pictures">
            { for pictures.iter().map(|picture| {
                let file: AttrValue = picture.file.clone().into();
                let view = if picture.view.is_empty() { "picture".to_owned() } else { format!("{} view", picture.view) };
                let marks = if picture.marked { ", with marks drawn in" } else { "" };
                let words = format!("{view}{marks}, {}", crate::state::episode::column_name(&now.track, now.column));
                let body = match addresses.0.get(&file) {
                    Some(Some(address)) => html! { <img src={address.clone()} alt={words.clone()} loading="lazy" decoding="async" /> },
                    Some(None) => html! { <p class="mute no-picture">{ "The picture could not be read; its file may have moved since it was opened." }</p> },
                    None if props.on_picture.is_none() => html! { <p class="mute no-picture">{ "The files of this run are not open, so its pictures cannot be shown. Drop its folder again." }</p> },
                    None => html! { <p class="mute no-picture" role="status">{ "Loading the picture…" }</p> },
                };
                html! { <figure key={picture.file.clone()}>{ body }<figcaption class="tiny mute">{ words }</figcaption></figure> }
            }) }
        </div>
    }
}
