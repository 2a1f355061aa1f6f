/** Not in the page's own stylesheet, because few visitors see the form. */
const STYLE = `
h2{margin:0;font-size:1rem}
.leave{display:grid;gap:.5rem;max-width:44rem;margin:1rem auto 0;padding:0 1rem;scroll-margin-top:4rem}
.leave>p{color:var(--quiet)}
.leave form,.leave form>div{display:grid;gap:.25rem}
.leave form{gap:.75rem}
.leave button{justify-self:start}
.leave label{font-size:.875rem;font-weight:500}
.leave input,.leave textarea{width:100%;min-height:2.25rem;padding:.375rem .5rem;border:1px solid var(--edge);
border-radius:.5rem;background:var(--ground)}
.leave [aria-invalid=true]{border-color:var(--bad)}
.problem{font-size:.875rem;color:var(--bad)}`;

/** A browser that is too old for it shows the form without its style. */
export function addFormStyle(): void {
  try {
    const style = new CSSStyleSheet();
    style.replaceSync(STYLE);
    document.adoptedStyleSheets.push(style);
  } catch {
    return;
  }
}
