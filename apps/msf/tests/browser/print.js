"use strict";

// Waits until the map is drawn and the page is printed, and then prints, as JSON, to the console, what is on
// the paper.
const isDrawn = () => document.getElementById("map")?.dataset.state === "ready";
const waiting = setInterval(() => {
  if (!isDrawn()) return;
  clearInterval(waiting);
  const isDark = matchMedia("(prefers-color-scheme: dark)").matches;
  matchMedia("print").addEventListener("change", (event) => {
    if (!event.matches) return;
    const of = (selector, name) => getComputedStyle(document.querySelector(selector)).getPropertyValue(name);
    const canvas = document.getElementById("map");
    const corner = canvas.getContext("2d").getImageData(0, 0, 1, 1).data;
    console.log(`FOUND ${JSON.stringify({
      screen_is_dark: isDark,
      back: of("body", "background-color"),
      text: of("body", "color"),
      tools: of(".map-tools", "display"),
      help: of(".map-help", "display"),
      closed: of("details:not([open])", "display"),
      chart: of("figure > svg", "filter"),
      corner: [...corner.slice(0, 3)],
    })}`);
  });
}, 20);
