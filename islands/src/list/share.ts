/** An address of the site, with the broker whose link brought the visitor. */
export function withBroker(url: string): string {
  const { asesor } = document.body.dataset;
  return asesor
    ? `${url}${url.includes("?") ? "&" : "?"}asesor=${encodeURIComponent(asesor.slice(0, 24))}`
    : url;
}

/** Opens the share sheet of the device, which needs no message; without one copies the link. */
export async function shareLink(address: string): Promise<"copied" | "copy_failed" | null> {
  const url = withBroker(address);
  try {
    if (navigator.share) {
      await navigator.share({ url, title: document.title });
      return null;
    }
    await navigator.clipboard.writeText(url);
    return "copied";
  } catch (error) {
    return (error as Error).name === "AbortError" ? null : "copy_failed";
  }
}
