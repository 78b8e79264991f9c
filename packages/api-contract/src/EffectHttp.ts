// Only this file of the package imports effect's unstable HTTP modules.
export * as HttpApi from "effect/http-api/HttpApi"
export * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
export * as HttpApiGroup from "effect/http-api/HttpApiGroup"
export * as HttpApiMiddleware from "effect/http-api/HttpApiMiddleware"
export * as HttpApiSchema from "effect/http-api/HttpApiSchema"
export * as HttpApiSecurity from "effect/http-api/HttpApiSecurity"
export * as OpenApi from "effect/http-api/OpenApi"
