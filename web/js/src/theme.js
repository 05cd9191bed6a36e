// The look of the editor. All colours are the page's custom properties: they pierce the shadow root, so the editor follows
// the page's theme by itself. The fallbacks are the light palette.

import { EditorView } from "@codemirror/view";

const bg = "var(--bg, #fff)";
const raise = "var(--raise, #fff)";
const panel = "var(--panel, #f6f7f9)";
const line = "var(--line, #d9dee5)";
const edge = "var(--edge, #7b8696)";
const ink = "var(--ink, #1a1e24)";
const mute = "var(--mute, #566070)";
const accent = "var(--accent, #1f55c4)";
const accentBg = "var(--accent-tint, #e8effc)";
const focus = "var(--focus, #1f55c4)";
const good = "var(--good, #1b7a3d)";
const bad = "var(--bad, #b3261e)";
const badBg = "var(--bad-tint, #fbe9e7)";
const hazard = "var(--hazard, #b0117a)";
const hazardBg = "var(--hazard-tint, #fbe6f0)";
const warn = "var(--warn, #8a5300)";
const code = "var(--code, ui-monospace, monospace)";
const text = "var(--text, system-ui, sans-serif)";

const keyword = { color: "var(--syntax-keyword, #4a4a8f)", fontWeight: "600" };
const variable = { color: "var(--syntax-variable, #5b6470)" };
const type = { color: "var(--syntax-type, var(--syntax-keyword, #4a4a8f))" };
const comment = { color: "var(--syntax-comment, #5f6b7a)", fontStyle: "italic" };

const wavy = (colour) => ({
  backgroundImage: "none",
  textDecoration: `underline wavy ${colour} 1px`,
  textUnderlineOffset: "4px",
  textDecorationSkipInk: "none",
  paddingBottom: "0",
});

const button = {
  font: `12.5px/1.3 ${text}`,
  color: ink,
  background: raise,
  border: `1px solid ${edge}`,
  borderRadius: "6px",
  padding: "3px 8px",
  margin: "4px 6px 0 0",
  cursor: "pointer",
};

const ring = { outline: `2px solid ${focus}`, outlineOffset: "1px" };

export const theme = EditorView.theme({
  "&": { height: "100%", color: ink, backgroundColor: bg, fontSize: "var(--editor-size, 12.5px)" },
  // Drawn above everything: the gutters would hide half of an outline.
  "&.cm-focused": { outline: "none" },
  "&.cm-focused::after": {
    content: '""', position: "absolute", inset: "0", border: `2px solid ${focus}`, pointerEvents: "none", zIndex: "250",
  },
  ".cm-scroller": { fontFamily: code, lineHeight: "1.55", overflow: "auto" },
  ".cm-content": { caretColor: ink, padding: "6px 0" },
  ".cm-line": { padding: "0 12px 0 8px" },
  ".cm-line::selection, .cm-line ::selection": { backgroundColor: `color-mix(in srgb, ${accent} 28%, ${bg})`, color: ink },
  ".cm-placeholder": { color: mute, fontFamily: text, whiteSpace: "pre-wrap" },
  ".cm-gutters": { backgroundColor: bg, color: "var(--syntax-comment, #5f6b7a)", border: "0" },
  ".cm-lineNumbers .cm-gutterElement": { minWidth: "34px", padding: "0 6px 0 4px" },
  ".sg-steps .cm-gutterElement": { minWidth: "40px", display: "flex", justifyContent: "flex-end" },
  ".sg-step": {
    font: `600 11.5px/1.68 ${code}`, color: mute, padding: "0 5px 0 0", borderRight: `2px solid ${line}`, whiteSpace: "nowrap",
    flex: "1", textAlign: "right", cursor: "pointer",
  },
  ".sg-step.sg-good": { borderRightColor: good },
  ".sg-step.sg-bad": { borderRightColor: bad, color: bad },
  ".sg-step.sg-open": { borderRightStyle: "dotted", borderRightColor: edge },
  ".sg-step.sg-open-bad": { borderRightStyle: "dotted", borderRightColor: bad, color: bad },
  ".sg-line-current": { backgroundColor: accentBg },
  ".sg-line-fail": { backgroundColor: badBg },
  ".sg-line-hazard": { backgroundColor: hazardBg },
  ".sg-line-current.sg-line-fail, .sg-line-current.sg-line-hazard": { boxShadow: `inset 3px 0 ${accent}` },

  ".sg-comment": comment,
  ".sg-keyword": keyword,
  ".sg-section": keyword,
  ".sg-requirement": keyword,
  ".sg-action": keyword,
  ".sg-type": type,
  ".sg-variable": variable,
  ".sg-ignored": { color: mute },
  "&.cm-focused .sg-bracket": { backgroundColor: accentBg, outline: `1px solid ${accent}` },
  "&.cm-focused .sg-bracket-alone": { backgroundColor: badBg, outline: `1px solid ${bad}` },
  ".cm-selectionMatch": { backgroundColor: accentBg },
  ".cm-searchMatch": { backgroundColor: "var(--warn-tint, #fdf0dc)", outline: `1px solid ${warn}` },
  ".cm-searchMatch-selected": { backgroundColor: accentBg, outline: `2px solid ${accent}` },

  ".cm-lintRange": { paddingBottom: "0" },
  ".cm-lintRange-error": wavy(bad),
  ".cm-lintRange-warning": wavy(warn),
  ".cm-lintRange-info, .cm-lintRange-hint": wavy(accent),
  ".cm-lintRange-active": { backgroundColor: accentBg },
  ".cm-lintPoint-error:after": { borderBottomColor: bad },
  ".cm-lintPoint-warning:after": { borderBottomColor: warn },
  ".cm-lintPoint-info:after": { borderBottomColor: accent },

  ".cm-tooltip": {
    color: ink, backgroundColor: raise, border: `1px solid ${edge}`, borderRadius: "6px", font: `13px/1.45 ${text}`,
    maxWidth: "min(560px, 92vw)", zIndex: "500", boxShadow: "0 2px 10px rgb(0 0 0 / .18)",
  },
  ".cm-tooltip-section:not(:first-child)": { borderTop: `1px solid ${line}` },
  ".cm-diagnostic": { padding: "6px 10px", borderLeft: "4px solid transparent", marginLeft: "0", whiteSpace: "pre-wrap" },
  ".cm-diagnostic-error, .sg-problem-error": { borderLeft: `4px solid ${bad}` },
  ".cm-diagnostic-warning, .sg-problem-warning": { borderLeft: `4px solid ${warn}` },
  ".cm-diagnostic-info, .sg-problem-info": { borderLeft: `4px solid ${accent}` },
  ".cm-diagnosticSource": { color: mute, fontSize: "12px", opacity: "1" },
  ".cm-diagnosticAction, .sg-fix": button,
  ".cm-diagnosticAction:focus-visible, .sg-fix:focus-visible, .sg-link:focus-visible": ring,
  ".cm-diagnosticAction": { ...button, backgroundColor: raise },
  ".sg-problem": { padding: "6px 10px" },
  ".sg-help": { color: mute },
  ".sg-link": {
    display: "block", font: `12.5px/1.4 ${text}`, color: accent, background: "none", border: "0", padding: "2px 0", cursor: "pointer",
    textDecoration: "underline", textAlign: "left",
  },
  ".sg-info": { maxHeight: "50vh", overflow: "auto" },
  ".sg-info:focus-visible": ring,
  ".sg-hover": { padding: "6px 10px", maxHeight: "40vh", overflow: "auto" },
  ".sg-hover p": { margin: "0" },
  ".sg-hover pre": { margin: "0", font: `12.5px/1.5 ${code}`, whiteSpace: "pre-wrap" },
  ".sg-hover * + *": { marginTop: "4px" },
  ".sg-signature": { padding: "3px 8px", font: `12.5px/1.5 ${code}` },
  ".sg-signature b": { color: accent, textDecoration: "underline" },

  ".cm-tooltip.cm-tooltip-autocomplete > ul": { font: `12.5px/1.5 ${code}`, maxHeight: "14em" },
  ".cm-tooltip.cm-tooltip-autocomplete > ul > li": { padding: "2px 8px" },
  ".cm-tooltip-autocomplete ul li[aria-selected]": { backgroundColor: accent, color: bg },
  ".cm-completionDetail": { color: mute, fontStyle: "normal" },
  "li[aria-selected] .cm-completionDetail": { color: "inherit" },
  ".cm-tooltip.cm-completionInfo": { padding: "6px 10px", maxWidth: "320px", whiteSpace: "pre-wrap" },

  ".cm-panels": { backgroundColor: panel, color: ink },
  ".cm-panels-top": { borderBottom: `1px solid ${line}` },
  ".cm-panels-bottom": { borderTop: `1px solid ${line}` },
  ".cm-panel.cm-search": { font: `13px/1.4 ${text}`, padding: "6px 28px 6px 8px" },
  ".cm-panel.cm-search label": { fontSize: "12.5px" },
  ".cm-panel.cm-search [name=close]": { color: ink, width: "24px", height: "24px" },
  ".cm-textfield": { color: ink, backgroundColor: bg, border: `1px solid ${edge}`, borderRadius: "4px", fontSize: "12.5px" },
  ".cm-button": { ...button, backgroundImage: "none" },
  ".cm-textfield:focus-visible, .cm-button:focus-visible, .cm-panel [name=close]:focus-visible, .cm-panel input:focus-visible": ring,
  ".sg-notice": { padding: "6px 10px", color: bad, font: `13px/1.4 ${text}` },
});
