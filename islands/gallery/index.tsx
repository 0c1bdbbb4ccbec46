// The gallery for developers: shows one state of one island, with links to all others. The URL selects it:
// `?state=inventory-5000-es&theme=dark`.
import { createElement, type FunctionComponent } from "react";
import { createRoot } from "react-dom/client";
import { IslandRoot, type IslandProps } from "../src/island.tsx";
import { islands } from "../src/registry.ts";
import { consentStates } from "./consent.ts";
import { DATA, states } from "./states.ts";

const answers: Record<string, () => Promise<Response>> = {
  [DATA.quiet]: async () => new Response("{}"),
  [DATA.never]: () => new Promise(() => {}),
  [DATA.broken]: async () => new Response("<!doctype html>"),
};

const fetchFromNetwork = globalThis.fetch;
globalThis.fetch = (input, init) =>
  answers[String(input)]?.() ?? fetchFromNetwork(input, init);

async function show(): Promise<void> {
  const query = new URLSearchParams(location.search);
  const name = query.get("state");
  const consent = consentStates.find((state) => state.name === name);
  const state = states.find((state) => state.name === name) ?? states[0]!;
  document.body.dataset.theme = query.get("theme") ?? "light";
  const menu = document.createElement("nav");
  menu.setAttribute("aria-label", "States");
  for (const { name } of [...states, ...consentStates]) {
    const link = document.createElement("a");
    link.href = `?state=${name}`;
    link.textContent = name;
    if (name === (consent ?? state).name)
      link.setAttribute("aria-current", "page");
    menu.append(link, " ");
  }
  const main = document.createElement("main");
  main.className = menu.className = "sheet";
  const title = document.createElement("h1");
  title.textContent = (consent ?? state).name;
  main.append(title);
  document.body.append(main, menu);
  if (consent) {
    document.documentElement.lang = consent.lang;
    document.documentElement.classList.add("has-consent");
    document.body.prepend(consent.make());
    return;
  }
  const { default: component } = await islands[state.island]();
  const props = state.props();
  document.documentElement.lang = props.locale;
  const host = document.createElement("site-island");
  host.setAttribute("name", state.island);
  main.append(host);
  createRoot(host).render(
    createElement(IslandRoot, {
      component: component as FunctionComponent<IslandProps>,
      props,
    }),
  );
}

void show();
