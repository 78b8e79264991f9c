import { type Entries, SourceObject } from "../../reading/SourceObject.ts"
import type { OnCallDraft } from "../OnCallDraft.ts"
import { textIn } from "../textIn.ts"

const REASONS = {
  timezone: "Each person sets a time zone in Mon.",
  slack: "People set up their own channels in Mon.",
  role: "Invite the person with a role.",
  teams: "Mon has no teams of people. Where the team is named, its members are used."
}

/** The users of an export, and the teams to which they belong. */
export class GrafanaUsers {
  readonly #draft: OnCallDraft
  readonly #teams = new Map<string, Array<string>>()

  constructor(draft: OnCallDraft) {
    this.#draft = draft
  }

  add(values: Entries): void {
    const id = textIn(values, "id") ?? ""
    const user = new SourceObject(this.#draft.group("person", id, textIn(values, "username") ?? id), values)
    const person = this.#draft.people.add(id, user.text("username"), user.text("email"))
    user.group.path = person
    const field = user.has("email") ? "email" : "username"
    user.carried(field, "people")
    for (const one of ["id", "grafana_id", "username", "name", "avatar_url", "is_phone_number_verified"]) user.used(one)
    for (const team of user.list("teams"))
      if (typeof team === "string") this.#teams.set(team, [...(this.#teams.get(team) ?? []), person])
    user.finish({ reasons: REASONS, otherwise: "Only the address of a person is used." })
  }

  /** Returns the text that stands for a user. */
  person(id: string, email?: string): string {
    return this.#draft.people.of(id === "" ? (email ?? "unknown") : id, email)
  }

  /** Returns the people of a list of ids of users. */
  people(list: unknown): ReadonlyArray<string> {
    return Array.isArray(list) ? list.flatMap((id) => (typeof id === "string" ? [this.person(id)] : [])) : []
  }

  /** Returns the people of a team. */
  ofTeam(id: string): ReadonlyArray<string> {
    return this.#teams.get(id) ?? []
  }
}
