import type { MarkerRecord } from "@mon/model"

const HOUR_MS = 3_600_000

let made = 0

/** Returns two markers, one of them without a link and without an author. */
export const makeMarkers = (): Array<MarkerRecord> =>
  [
    { text: "Deployed 4.2.0", link: "https://ci.example.com/runs/1234", by: "Ann Berg" },
    { text: "New cache", link: null, by: null }
  ].map((marker, index) => {
    const at = new Date(Date.now() - (index + 1) * HOUR_MS).toISOString()
    return { ...marker, id: `marker-${index}`, at, createdAt: at }
  })

/** Returns the stand-in's response about markers. The stand-in refuses texts with the word "refused". */
export const answerMarkers = (
  markers: Array<MarkerRecord>,
  method: string,
  id: string | undefined,
  body: Readonly<Record<string, unknown>>
): unknown => {
  if (method === "GET") return markers
  if (method === "DELETE") {
    const index = markers.findIndex((marker) => marker.id === id)
    if (index === -1) return undefined
    markers.splice(index, 1)
    return { id, deleted: true }
  }
  const text = String(body["text"])
  if (text.includes("refused")) return { problem: "The account has added 10 markers within 24 hours." }
  const at = typeof body["time"] === "string" ? body["time"] : new Date().toISOString()
  const link = typeof body["link"] === "string" ? body["link"] : null
  const marker = { id: `marker-new-${++made}`, at, text, link, by: "Maria", createdAt: new Date().toISOString() }
  markers.unshift(marker)
  return marker
}
