//! Sharing and saving: a link that holds the whole case, a frame for other sites, copies and files. Says what a link holds
//! and how long it is before anything is copied.

use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

use crate::bridge::{clipboard, download, files, share};
use crate::state::export;
use crate::state::route::Route;
use crate::state::session::{Kind, Texts, Verdict};
use crate::state::shared::Shared;
use crate::state::words;
use crate::ui::dialog::Dialog;

/// What the dialog is given.
#[derive(Properties, Clone, PartialEq)]
pub(super) struct ShareProps {
    pub(super) texts: Texts,
    /// The verdict on the texts as they are, if there is one.
    pub(super) verdict: Option<Shared<Verdict>>,
    pub(super) step: Option<u32>,
    pub(super) on_close: Callback<()>,
}

fn address() -> String {
    let location = gloo::utils::window().location();
    format!("{}{}", location.origin().unwrap_or_default(), location.pathname().unwrap_or_default())
}

fn size(bytes: usize) -> String {
    if bytes < 1000 { format!("{bytes} bytes") } else { format!("{}.{} kB", bytes / 1000, bytes % 1000 / 100) }
}

/// The dialog.
#[component]
pub(super) fn ShareDialog(props: &ShareProps) -> Html {
    let link = use_state(|| None::<Result<share::Link, String>>);
    let said = use_state_eq(AttrValue::default);
    {
        let link = link.setter();
        use_effect_with((props.texts.clone(), props.step), move |(texts, step)| {
            let case = share::SharedCase { texts: super::for_checker(texts), step: *step };
            spawn_local(async move {
                link.set(Some(share::encode(&case).await.map_err(|error| error.to_string())));
            });
        });
    }
    let copy = {
        let said = said.setter();
        Callback::from(move |(what, text): (&'static str, String)| {
            let said = said.clone();
            spawn_local(async move {
                said.set(match clipboard::copy(&text).await {
                    Ok(()) => format!("Copied {what}, {}.", size(text.len())).into(),
                    Err(why) => format!("Not copied: {why}. Select the text and copy it by hand.").into(),
                });
            });
        })
    };
    let save = {
        let said = said.setter();
        Callback::from(move |(name, media_type, bytes): (String, &'static str, Vec<u8>)| {
            said.set(match download::save(&name, media_type, &bytes) {
                Ok(()) => format!("Saved {name}, {}.", size(bytes.len())).into(),
                Err(why) => format!("Not saved: {why}.").into(),
            });
        })
    };
    let contents = Kind::ALL
        .into_iter()
        .filter(|&kind| !props.texts.is_absent(kind))
        .map(|kind| {
            format!("{} ({})", words::text_name(kind.text()).to_ascii_lowercase(), size(props.texts.get(kind).len()))
        })
        .collect::<Vec<_>>()
        .join(", ");
    let step = props.step.map(|step| format!(", and that step {step} is chosen")).unwrap_or_default();
    let route = |embed: bool, code: &str| {
        Route { case: Some(code.to_owned()), step: props.step, embed, ..Route::default() }.fragment()
    };
    let link_part = match &*link {
        None => html! { <p class="mute">{ "Packing…" }</p> },
        Some(Err(why)) => html! { <p>{ format!("No link can be made: {why}. Save a file instead.") }</p> },
        Some(Ok(made)) if made.too_long => html! {
            <p>{ format!("A link would have {} characters, and many programs cut links of more than {}. Save a zip file instead and send that.", made.code.len(), share::LIMIT) }</p>
        },
        Some(Ok(made)) => {
            let whole = format!("{}{}", address(), route(false, &made.code));
            let frame = format!(
                "<iframe src=\"{}{}\" title=\"A plan checked with Stepguard\" width=\"100%\" height=\"720\"></iframe>",
                address(),
                route(true, &made.code)
            );
            let (copy_link, copy_frame) = (whole.clone(), frame);
            html! {
                <>
                    <p class="small">{ format!("The link has {} characters. Opening it runs nothing but the checker.", whole.chars().count()) }</p>
                    <input class="field" readonly={true} aria-label="The link" value={whole} />
                    <div class="dialog-actions">
                        <button type="button" class="button primary" onclick={copy.reform(move |_: MouseEvent| ("the link", copy_link.clone()))}>{ "Copy link" }</button>
                        <button type="button" class="button" onclick={copy.reform(move |_: MouseEvent| ("the frame for another site", copy_frame.clone()))}>{ "Copy frame for a site" }</button>
                    </div>
                </>
            }
        }
    };
    let texts = props.texts.clone();
    let name = props
        .verdict
        .as_ref()
        .and_then(|verdict| verdict.report.about.problem.clone())
        .map(|name| {
            name.chars()
                .map(|c| if c.is_ascii_alphanumeric() || c == '-' || c == '_' { c } else { '-' })
                .collect::<String>()
        })
        .filter(|name| !name.is_empty())
        .unwrap_or_else(|| "plan".to_owned());
    let zip = {
        let (texts, verdict, name, save, said) =
            (texts.clone(), props.verdict.clone(), name.clone(), save.clone(), said.setter());
        Callback::from(move |_: MouseEvent| {
            let (domain, problem, plan) = (texts.get(Kind::Domain), texts.get(Kind::Problem), texts.get(Kind::Plan));
            let mut parts: Vec<(&str, &str)> = Vec::new();
            let all = [
                (Kind::Domain, "domain.pddl", &*domain),
                (Kind::Problem, "problem.pddl", &*problem),
                (Kind::Plan, "plan.txt", &*plan),
            ];
            parts.extend(
                all.iter().filter(|(kind, _, _)| !texts.is_absent(*kind)).map(|(_, name, text)| (*name, *text)),
            );
            if let Some(verdict) = &verdict {
                parts.push(("report.json", &verdict.json));
            }
            match files::zip(&parts) {
                Ok(bytes) => save.emit((format!("{name}.zip"), "application/zip", bytes)),
                Err(why) => said.set(format!("Not saved: {why}.").into()),
            }
        })
    };
    let report_buttons = props.verdict.as_ref().map(|verdict| {
        let (texts, name) = (&texts, &name);
        let json = verdict.clone();
        let json_name = format!("{name}.json");
        let page = (verdict.clone(), texts.clone(), format!("{name}.html"));
        let markdown = (verdict.clone(), texts.clone());
        html! {
            <>
                <button type="button" class="button" onclick={copy.reform(move |_: MouseEvent| ("the verdict as Markdown", export::markdown(&markdown.0.report, &markdown.1)))}>{ "Copy as Markdown" }</button>
                <button type="button" class="button" onclick={save.reform(move |_: MouseEvent| (json_name.clone(), "application/json", json.json.as_bytes().to_vec()))}>{ "Save JSON" }</button>
                <button type="button" class="button" onclick={save.reform(move |_: MouseEvent| (page.2.clone(), "text/html", export::page(&page.0.report, &page.1).into_bytes()))}>{ "Save HTML report" }</button>
            </>
        }
    });
    let plan = (!texts.is_absent(Kind::Plan)).then(|| {
        let (plan, name) = (texts.get(Kind::Plan), format!("{name}.plan.txt"));
        html! { <button type="button" class="button" onclick={save.reform(move |_: MouseEvent| (name.clone(), "text/plain", plan.as_bytes().to_vec()))}>{ "Save plan" }</button> }
    });
    html! {
        <Dialog id="share" title="Share and save" on_close={props.on_close.clone()}>
            <section aria-label="Link">
                <h3>{ "A link with the whole case" }</h3>
                <p class="small mute">{ format!("It holds: {contents}{step}. The texts are in the part of the address that browsers keep to themselves.") }</p>
                { link_part }
            </section>
            <section aria-label="Copies and files">
                <h3>{ "Copies and files" }</h3>
                <div class="dialog-actions">
                    <button type="button" class="button" onclick={zip}>{ "Save zip" }</button>
                    { plan }
                    { report_buttons }
                </div>
                if props.verdict.is_none() {
                    <p class="small mute">{ "The report can be saved as soon as the texts as they are have a verdict." }</p>
                }
            </section>
            <p class="small" role="status">{ &*said }</p>
        </Dialog>
    }
}
