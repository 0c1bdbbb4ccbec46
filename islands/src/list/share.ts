/** Opens the share sheet of the device, which needs no message; without one copies the link. */
export async function shareLink(url: string): Promise<"copied" | "copy_failed" | undefined> {
  try {
    if (!navigator.share) {
      await navigator.clipboard.writeText(url);
      return "copied";
    }
    await navigator.share({ url, title: document.title });
  } catch (error) {
    if ((error as Error).name !== "AbortError") return "copy_failed";
  }
  return undefined;
}
