import { part } from "./Part.ts"
import {
  allMethods,
  credentials,
  expectations,
  isUnsafeMethod,
  requestHeaders,
  requestLimits
} from "./requestFields.ts"
import { pattern, secret, serviceLimits } from "./serviceParts.ts"

const BEGIN = /^https?:\/\/[^\s/?#@\\{}]+(?:[/?#]|$)/iu
const STEP_NAME = 100
const ENTRIES = 20
const VALUE_LENGTH = 4_096

const valueName = part.text({
  about: "Name under which later steps use the value, as `{{name}}`.",
  example: "token",
  maximum: 50
})
const shown = part.optional(
  part.flag({ about: "Whether a trial shows the value. Absent: no result contains the value." })
)

const place = part.choice(
  [
    part.object(
      {
        json: part.text({ about: "Path in a JSON body (RFC 9535).", example: "$.access_token", maximum: 500 }),
        name: valueName,
        shown
      },
      { about: "A value in a JSON body." }
    ),
    part.object(
      { header: part.text({ about: "Name of a header.", example: "location", maximum: 100 }), name: valueName, shown },
      { about: "The value of a header." }
    ),
    part.object(
      { cookie: part.text({ about: "Name of a cookie.", example: "sid", maximum: 100 }), name: valueName, shown },
      { about: "The value of a cookie that the response sets." }
    ),
    part.object(
      {
        pattern: pattern("A pattern in the body. Its first group is the value.", 'name="csrf" value="([^"]+)"'),
        name: valueName,
        shown
      },
      { about: "A part of the body." }
    )
  ],
  { name: "StepValue", about: "A value of the response, for later steps." }
)

const namesDiffer = (entries: ReadonlyArray<{ readonly name: string }>): boolean =>
  new Set(entries.map(({ name }) => name)).size === entries.length

const step = part.object(
  {
    name: part.text({
      about: "Name of the step. The steps of a check have different names.",
      example: "sign in",
      maximum: STEP_NAME
    }),
    url: part.text({
      about: "An http or https URL. After the host, it can contain values.",
      example: "https://shop.example.com/login",
      maximum: 2_048,
      rule: (value) =>
        BEGIN.test(value) || "must be an http or https URL without a user name, and without values in its host."
    }),
    method: part.optional(
      part.word(allMethods, { about: "Method of the request. Default: POST with a body or a form, otherwise GET." })
    ),
    headers: part.optional(requestHeaders),
    auth: part.optional(credentials),
    body: part.optional(
      part.text({
        about: "Body of the request. It is sealed: shown as `***`, and kept if you send `***` back.",
        example: '{"user":"probe","password":"{{password}}"}',
        maximum: requestLimits.bodyBytes,
        isLong: true,
        isSealed: true
      })
    ),
    form: part.optional(
      part.map(
        part.text({
          about: "Value of the field. It is sealed: shown as `***`, and kept if you send `***` back.",
          example: "{{password}}",
          minimum: 0,
          maximum: VALUE_LENGTH,
          isSealed: true
        }),
        { about: "The fields of a form, which is sent as the body.", maximum: ENTRIES }
      )
    ),
    expect: part.optional(expectations),
    take: part.optional(
      part.list(place, { about: "Values to take from the response, for later steps.", maximum: ENTRIES })
    ),
    followRedirects: part.optional(
      part.flag({
        about: "Whether redirects are followed. Absent: they are. If not, the first response counts.",
        isOnByDefault: true
      })
    ),
    always: part.optional(
      part.flag({ about: "Whether the step also runs after a step that failed, for instance to sign out." })
    )
  },
  {
    name: "HttpStep",
    about: "One request.",
    rule: ({ body, form, method, take = [] }) => {
      if (body !== undefined && form !== undefined) return "must not have both body and form."
      if ((body !== undefined || form !== undefined) && method !== undefined && !isUnsafeMethod(method))
        return "must have a body or a form only with POST, PUT or PATCH."
      return namesDiffer(take) || "must take values with different names."
    }
  }
)

/** The parts of the check of HTTP in steps. */
export const httpStepsParts = {
  steps: part.list(step, { about: "The requests, in order. They share their cookies.", maximum: serviceLimits.steps }),
  values: part.optional(
    part.map(part.text({ about: "The value.", example: "probe@example.com", minimum: 0, maximum: VALUE_LENGTH }), {
      about: "Values for the steps, by name. `uuid`, `unixTime` and `isoTime` exist already.",
      maximum: ENTRIES
    })
  ),
  secrets: part.optional(
    part.map(secret("A secret value."), {
      about: "Secret values for the steps, by name. No result contains them.",
      maximum: ENTRIES
    })
  )
} as const

/** Returns the method of a step. */
export const methodOfStep = ({
  body,
  form,
  method
}: {
  readonly body?: unknown
  readonly form?: unknown
  readonly method?: string
}): string => method ?? (body === undefined && form === undefined ? "GET" : "POST")

/** Returns whether the steps of a check have different names. */
export const haveOwnNames = ({ steps }: { readonly steps: ReadonlyArray<{ readonly name: string }> }): true | string =>
  namesDiffer(steps) || "must have steps with different names."
