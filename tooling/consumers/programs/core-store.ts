import { layerSqlClient, migrate, migrations } from "@mon/core-store"
import * as s3 from "@mon/core-store/s3"
import * as testing from "@mon/core-store/testing"
import type * as Layer from "effect/Layer"
import type { SqlClient } from "effect/sql/SqlClient"
import assert from "node:assert/strict"

const database: Layer.Layer<SqlClient, unknown> = layerSqlClient({ url: "postgres://nobody@127.0.0.1:9/none" })
assert.ok(database)
assert.ok(migrate(migrations))
assert.ok(Object.keys(s3).length > 0 && Object.keys(testing).length > 0)
