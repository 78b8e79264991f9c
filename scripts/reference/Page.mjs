// One page of Markdown for a package.
import { kindOf, signatureOf } from "./Signature.mjs"
import { linked } from "./Surface.mjs"

const GROUPS = [
  ["Functions", ["function"]],
  ["Classes and services", ["class"]],
  ["Constants and schemas", ["constant", "module"]],
  ["Types", ["interface", "type"]]
]

/** As the repository's page makes the name of a heading. */
const anchorOf = (heading) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, "")
    .replaceAll(" ", "-")

const link = ({ anchor, name }) => `[\`${name}\`](#${anchor})`

const isType = ({ kind }) => kind === "interface" || kind === "type"

/** Gives each export of a package one heading, at the first door that has it. */
const placed = (checker, entries) => {
  const places = new Map()
  const taken = new Set(entries.map(({ name }) => anchorOf(name)))
  for (const { door, exported } of entries) {
    const found = exported.map((one) => ({ ...one, kind: kindOf(checker, one) }))
    // Names that differ in case only are one name to an anchor: the value has it, the type says what it is.
    for (const one of [...found.filter((some) => !isType(some)), ...found.filter(isType)]) {
      if (places.has(one.key)) continue
      const isElsewhere = [...places.values()].some((place) => place.name === one.name && place.door !== door)
      const words = isElsewhere
        ? [door.slice(2), `${door.slice(2)}, ${one.kind}`]
        : [one.kind, `${door.slice(2)}, ${one.kind}`]
      const candidates = [one.name, ...words.map((word) => `${one.name} (${word})`)]
      const heading = candidates.find((text) => !taken.has(anchorOf(text)))
      taken.add(anchorOf(heading))
      places.set(one.key, { door, kind: one.kind, heading, anchor: anchorOf(heading), name: one.name })
    }
  }
  return places
}

const fenced = (example) => (example.startsWith("```") ? example : `\`\`\`ts\n${example}\n\`\`\``)

const section = (checker, exported, place, names) => {
  const signature = linked(signatureOf(checker, exported))
  const mentioned = [...new Set(signature.replaceAll(/\/\*\*[^]*?\*\//gu, "").match(/[A-Za-z_]\w+/gu) ?? [])].filter(
    (word) => word !== exported.name && names.has(word)
  )
  return [
    `### ${place.heading}`,
    exported.sentence,
    `\`\`\`ts\n${signature}\n\`\`\``,
    ...exported.examples.map((example) => `Example:\n\n${fenced(example)}`),
    ...(mentioned.length === 0 ? [] : [`See ${mentioned.map((word) => link(names.get(word))).join(", ")}.`])
  ].join("\n\n")
}

/** The reference of a package; each export is told once, and linked from the other doors that have it. */
export const pageOf = (checker, { entries, folder, manifest }) => {
  const places = placed(checker, entries)
  const doors = entries.map(({ door, exported, name }) => {
    const here = exported.filter(({ key }) => places.get(key).door === door)
    const elsewhere = exported.filter(({ key }) => places.get(key).door !== door).map(({ key }) => places.get(key))
    const names = new Map(exported.map(({ key, name: word }) => [word, places.get(key)]))
    const groups = GROUPS.map(([title, kinds]) => [
      title,
      here.filter((one) => kinds.includes(places.get(one.key).kind))
    ]).filter(([, some]) => some.length > 0)
    return [
      `## ${name}`,
      ...groups.map(([title, some]) => `${title}: ${some.map(({ key }) => link(places.get(key))).join(", ")}.`),
      ...(elsewhere.length === 0 ? [] : [`Also exported here: ${elsewhere.map(link).join(", ")}.`]),
      ...groups.flatMap(([, some]) => some.map((one) => section(checker, one, places.get(one.key), names)))
    ].join("\n\n")
  })
  return (
    [
      `# ${manifest.name}: reference`,
      `${manifest.description} How to begin is in the [README](../../${folder}/README.md).`,
      "Made by `npm run reference` from the docblocks in the sources.",
      ...doors
    ].join("\n\n") + "\n"
  )
}

/** The list of all pages. */
export const indexOf = (packages) =>
  [
    "# API reference",
    "What each package exports, with signatures. The READMEs tell how to begin, what the options are and what comes back; this is for checking things up.",
    `| package | doors | |\n|---|---|---|\n${packages
      .map(
        ({ entries, folder, manifest }) =>
          `| [${manifest.name}](${folder.split("/")[1]}.md) | ${entries.map(({ door }) => `\`${door}\``).join(", ")} | ${manifest.description} |`
      )
      .join("\n")}`,
    "The HTTP API of the service is in the [API guide](../api-guide.md) and in [openapi.json](../openapi.json)."
  ].join("\n\n") + "\n"
