// The state of the inventory, kept in the URL. The first render has the initial state, like the HTML of the page; a URL
// with a query is read before the browser paints again. Without a query the list is already correct, and it becomes
// interactive in a later task, so that no single task blocks a phone for long.
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import { INITIAL, parseAddress, writeAddress, type AddressState, type Choices } from "./address-state.ts";

/** The state, whether the list is interactive yet, and the function that changes the state and the URL. */
export function useAddressState(choices: Choices) {
  const [state, setState] = useState(INITIAL);
  const [ready, setReady] = useState(false);
  // Two changes may occur before the next render.
  const latest = useRef({ state, choices });
  const show = useCallback((next: AddressState): void => {
    latest.current.state = next;
    setState(next);
  }, []);

  useLayoutEffect(() => {
    latest.current.choices = choices;
  }, [choices]);

  useLayoutEffect(() => {
    const parse = (): AddressState => parseAddress(location.search, latest.current.choices);
    // A link to a place of the page changes no query: the rows of a long list are not compared again.
    const read = (): boolean => {
      const next = parse();
      const isNew = writeAddress(next, "") !== writeAddress(latest.current.state, "");
      if (isNew) show(next);
      return isNew;
    };
    if (read()) setReady(true);
    addEventListener("popstate", read);
    return () => removeEventListener("popstate", read);
  }, [show]);

  useEffect(() => {
    const timer = setTimeout(setReady, 0, true);
    return () => clearTimeout(timer);
  }, []);

  // With `typing` the history entry is replaced; otherwise one is added, so that the back button undoes the change.
  const change = useCallback(
    (part: Partial<AddressState>, typing?: boolean): void => {
      const next = { ...latest.current.state, ...part };
      const address = location.pathname + writeAddress(next, location.search) + location.hash;
      show(next);
      try {
        history[typing ? "replaceState" : "pushState"](null, "", address);
      } catch {
        // Safari allows 100 changes in 30 seconds. After that the URL is not updated for a while.
      }
    },
    [show],
  );
  return { state, ready, change };
}
