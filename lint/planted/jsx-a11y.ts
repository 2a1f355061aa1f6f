import type { Faults } from "./kinds.ts";

const f = "{() => { console.log(1); }}";

/** What keeps somebody out who uses a keyboard or a screen reader. */
export const JSX_A11Y: Faults = screens({
  "jsx-a11y/alt-text": [
    '<img src="a.png" />',
    '<img src="a.png" alt={undefined} />',
    '<img src="a.png" role="presentation" />',
    '<img src="a.png" aria-label="" />',
    "<object />",
    '<map><area href="/a" /></map>',
    '<input type="image" />',
  ],
  "jsx-a11y/anchor-has-content": [
    '<a href="/a" />',
    '<a href="/a"><b aria-hidden>a</b></a>',
    '<a href="/a">{undefined}</a>',
  ],
  "jsx-a11y/anchor-is-valid": [
    '<a href="#">a</a>',
    '<a href="javascript:void(0)">a</a>',
    "<a>a</a>",
    `<a href="#" onClick=${f}>a</a>`,
    `<a onClick=${f}>a</a>`,
    "<a href={undefined}>a</a>",
    "<a href={null}>a</a>",
    "<a href={`#`}>a</a>",
  ],
  "jsx-a11y/aria-activedescendant-has-tabindex": [
    '<div aria-activedescendant="a" />',
    '<div aria-activedescendant="a" tabIndex={-2} />',
  ],
  "jsx-a11y/aria-props": ['<p aria-labeledby="a">a</p>', '<p aria-="a">a</p>'],
  "jsx-a11y/aria-proptypes": [
    '<p aria-hidden="yes">a</p>',
    '<p aria-level="high">a</p>',
    '<p aria-live="soon">a</p>',
    '<p aria-relevant="all none">a</p>',
    '<p aria-hidden={undefined} aria-checked="no">a</p>',
  ],
  "jsx-a11y/aria-role": [
    '<p role="datepicker">a</p>',
    '<p role="range">a</p>',
    '<p role="">a</p>',
    "<p role={null}>a</p>",
    '<p role="button datepicker">a</p>',
  ],
  "jsx-a11y/aria-unsupported-elements": [
    '<meta aria-hidden="false" />',
    '<script role="button" />',
  ],
  "jsx-a11y/autocomplete-valid": [
    '<input type="text" autoComplete="given" />',
    '<input type="text" autoComplete="home url" />',
  ],
  "jsx-a11y/click-events-have-key-events": [
    `<div onClick=${f} />`,
    `<a onClick=${f} />`,
    `<section onClick=${f} aria-hidden="false" />`,
  ],
  "jsx-a11y/heading-has-content": [
    "<h1 />",
    "<h2><b aria-hidden>a</b></h2>",
    "<h3>{undefined}</h3>",
  ],
  "jsx-a11y/html-has-lang": ["<html />", '<html lang="" />', "<html lang={undefined} />"],
  "jsx-a11y/iframe-has-title": [
    '<iframe src="/a" />',
    '<iframe src="/a" title="" />',
    "<iframe title={undefined} />",
    "<iframe title={1} />",
  ],
  "jsx-a11y/img-redundant-alt": [
    '<img src="a.png" alt="Photo of a dog" />',
    '<img src="a.png" alt={`image of a dog`} />',
    '<img src="a.png" alt="Picture" />',
  ],
  "jsx-a11y/interactive-supports-focus": [
    `<span onClick=${f} role="button" />`,
    `<span onKeyDown=${f} role="link" />`,
    `<span onClick=${f} role="menuitem" />`,
    `<span onClick=${f} role="checkbox" />`,
    `<span onClick=${f} role="tab" />`,
  ],
  "jsx-a11y/label-has-associated-control": [
    "<label>a</label>",
    "<label />",
    "<label><input /></label>",
    '<label htmlFor="a" />',
  ],
  "jsx-a11y/media-has-caption": [
    "<audio />",
    "<video />",
    '<video><track kind="subtitles" /></video>',
    "<video muted={false} />",
  ],
  "jsx-a11y/mouse-events-have-key-events": [
    `<div onMouseOver=${f} />`,
    `<div onMouseOut=${f} />`,
    `<div onMouseOver=${f} onFocus={undefined} />`,
  ],
  "jsx-a11y/no-access-key": ['<p accessKey="h">a</p>', "<p accessKey={`h`}>a</p>"],
  "jsx-a11y/no-autofocus": [
    "<input autoFocus />",
    "<input autoFocus={true} />",
    '<input autoFocus="true" />',
    "<Box autoFocus />",
  ],
  "jsx-a11y/no-distracting-elements": ["<marquee />", "<blink />"],
  "jsx-a11y/no-interactive-element-to-noninteractive-role": [
    '<button role="img">a</button>',
    '<a href="/a" role="listitem">a</a>',
    '<input role="article" />',
    '<tr role="presentation" />',
    '<tr role="none" />',
  ],
  "jsx-a11y/no-noninteractive-element-interactions": [
    `<main onClick=${f} />`,
    `<h1 onKeyDown=${f}>a</h1>`,
    `<li onClick=${f} />`,
    `<div role="article" onClick=${f} />`,
    `<img alt="a" onClick=${f} />`,
    `<p onMouseDown=${f}>a</p>`,
    `<form onFocus=${f} />`,
  ],
  "jsx-a11y/no-noninteractive-element-to-interactive-role": [
    '<h1 role="button">a</h1>',
    '<li role="link">a</li>',
    '<ul role="menu" />',
    '<main role="textbox" />',
    '<article role="button" />',
    '<ul role="listbox" />',
  ],
  "jsx-a11y/no-noninteractive-tabindex": [
    "<div tabIndex={0} />",
    '<div role="article" tabIndex="0" />',
    "<article tabIndex={0} />",
    '<p tabIndex="0" />',
    '<div role="tabpanel" tabIndex={0} />',
  ],
  "jsx-a11y/no-redundant-roles": [
    '<button role="button">a</button>',
    '<img src="a.png" alt="a" role="img" />',
    '<ul role="list" />',
    '<h1 role="heading">a</h1>',
    '<a href="/a" role="link">a</a>',
  ],
  "jsx-a11y/no-static-element-interactions": [
    `<div onClick=${f} />`,
    `<span onKeyDown=${f} />`,
    `<a onClick=${f}>a</a>`,
    `<div onFocus=${f} />`,
    `<div onDrop=${f} />`,
    `<div onMouseEnter=${f} />`,
    `<div role={String(1)} onClick=${f} />`,
    `<section onClick=${f} />`,
  ],
  "jsx-a11y/role-has-required-aria-props": [
    '<span role="checkbox" />',
    '<span role="slider" />',
    '<span role="combobox" />',
    '<span role="heading">a</span>',
    '<span role="option" />',
    '<span role="scrollbar" aria-valuemax="1" />',
  ],
  "jsx-a11y/role-supports-aria-props": [
    '<ul role="radiogroup" aria-checked="true" />',
    '<a href="/a" aria-checked="true">a</a>',
    "<button aria-level={1}>a</button>",
    '<div role="link" aria-modal="true" />',
    '<aside aria-expanded="true" />',
    '<h1 aria-checked="true">a</h1>',
  ],
  "jsx-a11y/scope": ["<div scope />", '<td scope="col" />'],
  "jsx-a11y/tabindex-no-positive": ["<p tabIndex={1}>a</p>", '<p tabIndex="2">a</p>'],
});

function screens(elements: Faults): Faults {
  return Object.fromEntries(
    Object.entries(elements).map(([rule, kinds]) => [
      rule,
      kinds.map((element) => `export const screen = ${element};`),
    ]),
  );
}
