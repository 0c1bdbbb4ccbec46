// Gives the visitor a link to what is on screen.

/** How sharing ended; a visitor who closed the share sheet needs no message. */
export type Shared = "copied" | "copy_failed" | null;

/** The device's own share sheet where there is one, else the clipboard. */
export async function shareLink(url: string, title: string): Promise<Shared> {
  try {
    if (navigator.share) {
      await navigator.share({ url, title });
      return null;
    }
    await navigator.clipboard.writeText(url);
    return "copied";
  } catch (error) {
    return (error as Error).name === "AbortError" ? null : "copy_failed";
  }
}
