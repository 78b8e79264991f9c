import type * as SqlClient from "effect/sql/SqlClient"
import { operation } from "../../sql/operation.ts"
import type { MailAudience, People, Person } from "./People.ts"

const people = (sql: SqlClient.SqlClient) =>
  sql`select id::text as "userKey", email, password_hash as "passwordHash" from app_user`

export const findPersonByEmail = (sql: SqlClient.SqlClient): People["Service"]["findByEmail"] =>
  operation("People.findByEmail", function* (email) {
    const [row] = yield* sql<Person>`${people(sql)} where lower(email) = lower(${email})`
    return row ?? null
  })

export const findPersonByKey = (sql: SqlClient.SqlClient): People["Service"]["findByKey"] =>
  operation("People.findByKey", function* (userKey) {
    const [row] = yield* sql<Person>`${people(sql)} where id = ${userKey}::bigint`
    return row ?? null
  })

export const findMailAudience = (sql: SqlClient.SqlClient): People["Service"]["mailAudience"] =>
  operation("People.mailAudience", function* (userKey) {
    const [row] = yield* sql<MailAudience>`
      select u.email, coalesce(us.language, 'en') as language, coalesce(us.timezone, 'UTC') as timezone
      from app_user u left join user_setting us on us.user_id = u.id where u.id = ${userKey}::bigint`
    return row ?? null
  })
