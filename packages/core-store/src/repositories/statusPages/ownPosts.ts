import { finalPostStates } from "@mon/model"

/** How long before an incident a draft may have changed last: an older one is about something else. */
const DRAFT_AGE = "interval '1 day'"

const FINAL = finalPostStates.map((state) => `'${state}'`).join(", ")

/** Somebody has ended a post `s`, at least in a draft. */
export const IS_ENDED = `exists (select from status_update u where u.post_id = s.id and u.state in (${FINAL}))`

/** The post `s` is open, or people ended it after the incident `i` was confirmed. */
const IS_OF_THE_TIME = `(last.state not in (${FINAL})
  or (s.kind = 'incident' and not s.is_automatic and last.display_at > i.confirmed_at))`

/**
 * People have posted about a component `c` and the time of an incident `i` themselves: an incident, planned maintenance
 * of this time, or a draft that they write.
 */
export const IS_POSTED = `exists (
  select from status_post_component k join status_post s on s.id = k.post_id
  left join lateral (select u.state, u.display_at from status_update u
    where u.post_id = s.id and u.published_at is not null and u.state <> 'postmortem'
    order by u.display_at desc, u.id desc limit 1) last on true
  where k.component_id = c.id and s.started_at <= mon_now()
    and case s.kind when 'incident' then not s.moves_itself else s.ends_at > mon_now() end
    and case when s.published_at is not null then ${IS_OF_THE_TIME}
      else s.kind = 'incident' and s.updated_at > i.started_at - ${DRAFT_AGE} and not ${IS_ENDED} end)`
