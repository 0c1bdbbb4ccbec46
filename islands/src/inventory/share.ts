// Shares a link to what is on the screen.

/** The result of sharing; null needs no message, because the share sheet of the device was shown. */
export type Shared = "copied" | "copy_failed" | null;

/** Opens the share sheet of the device if it has one, otherwise copies the link. */
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
