import { type Entries, isEntries, SourceObject } from "../../reading/SourceObject.ts"
import type { OnCallDraft } from "../OnCallDraft.ts"
import { textIn } from "../textIn.ts"

interface Member {
  readonly person: string
  readonly isAdmin: boolean
}

/** Returns the text that stands for a user in a reference, such as `{ id, username }`. Null if it has no id. */
export const personIn = (draft: OnCallDraft, user: unknown): string | null => {
  const name = textIn(user, "username") ?? textIn(user, "emailAddress") ?? textIn(user, "name")
  const id = textIn(user, "id") ?? textIn(user, "accountId")
  return id === undefined && name === undefined ? null : draft.people.of(id ?? name ?? "", name)
}

/** The members of teams, because a team can be a participant or a recipient. */
export class Teams {
  readonly #draft: OnCallDraft
  readonly #members = new Map<string, ReadonlyArray<Member>>()

  constructor(draft: OnCallDraft) {
    this.#draft = draft
  }

  add(values: Entries): void {
    const id = textIn(values, "id") ?? ""
    const name = textIn(values, "name") ?? id
    const team = new SourceObject(this.#draft.group("team", id, name), values)
    const members = team.list("members").flatMap((one) => {
      const person = isEntries(one) ? personIn(this.#draft, isEntries(one["user"]) ? one["user"] : one) : null
      return person === null ? [] : [{ person, isAdmin: textIn(one, "role") === "admin" }]
    })
    for (const field of ["id", "name", "links"]) team.used(field)
    if (members.length > 0)
      team.changed("members", null, "Mon has no teams of people. Where the team is named, its members are used.")
    team.finish()
    for (const key of [id, name]) this.#members.set(key, members)
  }

  /** Returns the people of a team, or null if its members are unknown. */
  of(reference: unknown, isOnlyAdmins = false): ReadonlyArray<string> | null {
    const members =
      this.#members.get(textIn(reference, "id") ?? "") ?? this.#members.get(textIn(reference, "name") ?? "")
    if (members === undefined || members.length === 0) return null
    const admins = members.filter(({ isAdmin }) => isAdmin)
    return (isOnlyAdmins && admins.length > 0 ? admins : members).map(({ person }) => person)
  }
}
