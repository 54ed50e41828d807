export const STYLE = `
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
body { margin: 0 auto; max-width: 76rem; padding: 1rem; }
header { align-items: center; border-bottom: 1px solid #8888; display: flex; flex-wrap: wrap; gap: 0.5rem 2rem; padding-bottom: 0.5rem; }
h1 { font-size: 1.25rem; margin: 0; }
h2 { font-size: 1.1rem; overflow-wrap: anywhere; }
nav ul { display: flex; flex-wrap: wrap; gap: 0.25rem 1.25rem; list-style: none; margin: 0; padding: 0; }
nav [aria-current] { color: inherit; font-weight: 600; text-decoration: none; }
a { color: light-dark(#0550ae, #79c0ff); }
a:focus-visible, select:focus-visible, button:focus-visible, .scroll:focus-visible { outline: 2px solid; outline-offset: 2px; }
select, button { font: inherit; max-width: 100%; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; }
th, td { border-bottom: 1px solid #8888; padding: 0.25rem 0.75rem 0.25rem 0; text-align: left; vertical-align: top; }
form { min-width: 0; }
li, p, tbody th, td { overflow-wrap: anywhere; }
.word { overflow-wrap: normal; white-space: nowrap; }
code, td { font-family: ui-monospace, monospace; font-size: 0.9rem; }
td ul { list-style: none; margin: 0; padding: 0; }
.denied { color: light-dark(#b42318, #ff9b91); font-weight: 600; }
`;
