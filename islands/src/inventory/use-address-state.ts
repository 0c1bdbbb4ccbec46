// Holds the inventory's state and keeps it in the address. The first render is the start state, as
// in the page's HTML; the address is read before the browser paints again. Where it says nothing, the list is
// already right, and what makes it answer waits for a task of its own, so that a phone is not busy for long.
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { START, parseAddress, writeAddress, type AddressState, type Choices } from "./address-state.ts";

interface AddressControl {
  state: AddressState;
  /** False until the address was read: the HTML of the page is on screen, nothing answers yet. */
  ready: boolean;
  /** Typing replaces the entry in the history; a choice adds one, so that back undoes it. */
  change(part: Partial<AddressState>, typing?: boolean): void;
}

export function useAddressState(choices: Choices): AddressControl {
  const [state, setState] = useState(START);
  const [ready, setReady] = useState(false);
  // Two changes may come before the next render.
  const latest = useRef(state);
  const show = (next: AddressState): void => {
    latest.current = next;
    setState(next);
  };

  useLayoutEffect(() => {
    const parse = (): AddressState => parseAddress(location.search, choices);
    const read = (): void => show(parse());
    if (writeAddress(parse(), "")) {
      read();
      setReady(true);
    }
    addEventListener("popstate", read);
    return () => removeEventListener("popstate", read);
  }, []);

  useEffect(() => {
    const later = setTimeout(setReady, 0, true);
    return () => clearTimeout(later);
  }, []);

  const change = (part: Partial<AddressState>, typing?: boolean): void => {
    const next = { ...latest.current, ...part };
    const address = location.pathname + writeAddress(next, location.search) + location.hash;
    show(next);
    try {
      history[typing ? "replaceState" : "pushState"](null, "", address);
    } catch {
      // Safari refuses more than a hundred in half a minute: then the address lags behind a fast typist.
    }
  };
  return { state, ready, change };
}
