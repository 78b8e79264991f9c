interface NamedTag {
  readonly id: string
  readonly name: string
}

/** The chosen tags: the ids of existing tags, and the name of a new tag, which is empty if there is none. */
export interface ChosenTags {
  readonly ids: ReadonlyArray<string>
  readonly name: string
}

export const noTags: ChosenTags = { ids: [], name: "" }

/** Returns the ids of the chosen tags. Creates the new tag unless a tag with its name exists. */
export const chosenTagIds = async (
  { ids, name }: ChosenTags,
  known: ReadonlyArray<NamedTag>,
  create: (name: string) => Promise<NamedTag>
): Promise<ReadonlyArray<string>> => {
  const wanted = name.trim()
  if (wanted === "") return ids
  const own = known.find((tag) => tag.name.toLowerCase() === wanted.toLowerCase()) ?? (await create(wanted))
  return [...new Set([...ids, own.id])]
}

/** Returns the ids of all tags by lower-case name, after creating each tag of the table that does not exist. */
export const tagIdsByName = async (
  names: Iterable<string>,
  known: ReadonlyArray<NamedTag>,
  create: (name: string) => Promise<NamedTag>
): Promise<ReadonlyMap<string, string>> => {
  const all = new Map(known.map(({ id, name }) => [name.toLowerCase(), id]))
  for (const name of names) {
    const key = name.toLowerCase()
    if (!all.has(key)) all.set(key, (await create(name)).id)
  }
  return all
}
