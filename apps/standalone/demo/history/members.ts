import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

interface Member {
  readonly name: string
  readonly email: string
  /** The tag of the domains that the member sees. */
  readonly tag: string
  readonly canWrite: boolean
}

const members: ReadonlyArray<Member> = [
  { name: "Jonas Berg", email: "jonas@lighthouse-agency-example.com", tag: "Care plan", canWrite: true },
  { name: "Ingrid Moe", email: "ingrid@fjord-dental-example.com", tag: "Clinics", canWrite: false }
]

/** Adds members, and shares a tag with each of them. The members have no password and cannot sign in. */
export const addMembers = Effect.fn("demo.addMembers")(function* () {
  const sql = yield* SqlClient.SqlClient
  for (const { canWrite, email, name, tag } of members) {
    yield* sql`
      with person as (
        insert into app_user (public_id, email, name, email_confirmed_at) values (mon_uuidv7(), ${email}, ${name}, mon_now())
        returning id
      ), member as (
        insert into membership (public_id, account_id, user_id, role)
        select mon_uuidv7(), (select id from account order by id limit 1), id, 'member' from person returning id
      )
      insert into tag_access (membership_id, tag_id, can_write)
      select member.id, t.id, ${canWrite} from member, tag t where t.name = ${tag}`
  }
})
