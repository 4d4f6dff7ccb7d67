import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";

/**
 * Fields of records that cross the wire or the database are snake_case; every other property is camelCase. Only names
 * are compared, because types would take too long: a name that is such a field in one place is allowed everywhere.
 *
 * @typedef {{ file: string, declaration?: string, reason: string }} RecordSource
 * @typedef {{ names: string, reason: string }} OutsideNames
 * @typedef {{ records: readonly RecordSource[], outside: readonly OutsideNames[] }} Rules
 * @typedef {{ at: string, name: string, isKey: boolean }} Property `isKey`: of an object, not of a type or a class
 */

/**
 * What declares fields of records, besides tables, SQL and zod schemas: a file, or one declaration in it.
 * @type {readonly RecordSource[]}
 */
const records = [
  { file: "contract/errors.ts", reason: "The codes of errors, and the body that states one." },
  { file: "contract/invitee-errors.ts", reason: "As above: the codes." },
  { file: "server/access/auth-error.ts", declaration: "authErrors", reason: "As above: /auth/v1." },
  { file: "contract/pages.ts", declaration: "FeedbackPageModel", reason: "JSON in the page." },
  { file: "contract/pages.ts", declaration: "formFields", reason: "The fields of a form." },
  {
    file: "contract/question-types/schemas.ts",
    declaration: "typeFields",
    reason: "Spread into the schema of a question.",
  },
  {
    file: "server/features/billing/provider.ts",
    declaration: "SubscriptionReport",
    reason: "What a payment provider sends.",
  },
  { file: "server/jobs/kinds.ts", declaration: "JobPayloads", reason: "Jobs in the queue." },
  { file: "server/jobs/former-queues.ts", declaration: "formerNames", reason: "Stored names." },
  { file: "server/db/mail-kinds.ts", declaration: "formerMailKinds", reason: "Stored names." },
  {
    file: "server/features/auth/providers/provider.ts",
    declaration: "ProviderPerson",
    reason: "Stored as encrypted JSON.",
  },
  {
    file: "server/features/insights/queries.ts",
    declaration: "InsightsTexts",
    reason: "Stored as encrypted JSON.",
  },
  {
    file: "server/features/insights/engines/engine-model.ts",
    declaration: "noteAnswer",
    reason: "A line of the log.",
  },
  {
    file: "server/features/account/archive-account.ts",
    declaration: "describeAccount",
    reason: "A file of the archive.",
  },
];

/**
 * Names that are not chosen here.
 * @type {readonly OutsideNames[]}
 */
const outside = [
  { names: "response_format", reason: "Chat completions, as servers of models know them." },
  {
    names: `access_token anonymous_users confirmed_at credential_options credential_response disable_signup email_verified
      error_code expires_in gotrue_meta_security grant_type identity_id mailer_autoconfirm manual_linking
      passkeys_enabled phone_autoconfirm phone_verified provider_refresh_token provider_token provider_type qr_code
      saml_enabled signup_disabled site_key sms_provider token_type unspecified_code user_name`,
    reason: "/auth/v1, as its client library knows it.",
  },
  {
    names: `auth_time authorization_endpoint authorization_id authorization_response_iss_parameter_supported
      authorization_servers bearer_methods_supported claims_supported client_id_issued_at
      client_secret client_secret_expires_at code_challenge_methods_supported grant_types_supported
      id_token_signing_alg_values_supported jwks_uri redirect_url registration_endpoint
      request_parameter_supported request_uri request_uri_parameter_supported resource_name
      response_modes_supported response_type response_types_supported revocation_endpoint
      revocation_endpoint_auth_methods_supported scopes_supported subject_types_supported
      token_endpoint token_endpoint_auth_methods_supported userinfo_endpoint`,
    reason: "OAuth 2.1, OpenID Connect and their discovery.",
  },
  { names: "key_ops", reason: "JSON Web Keys." },
  {
    names: `authorization_endpoint client_id client_secret grant_types jwks_uri preferred_username redirect_uri redirect_uris
      response_mode response_type token_endpoint token_endpoint_auth_method`,
    reason: "OAuth 2 and OpenID Connect.",
  },
  {
    names: `adaptive_pricing allow_promotion_codes allowed_payment_method_types allowed_updates amount_due amount_paid
      amount_refunded amount_total api_version automatic_tax balance_transactions cancel_at cancel_at_period_end
      case_type client_reference_id currency_options current_period_end current_period_start customer_update
      default_allowed_updates enabled_events finalized_at has_more hosted_invoice_url interval_count invoice_creation
      invoice_data invoice_history invoice_metadata latest_charge latest_invoice line_items lookup_key lookup_keys
      made_for payment_intent payment_intent_data payment_metadata payment_method_details payment_method_update
      payment_status period_end period_start proration_behavior return_url schedule_at_period_end status_transitions
      subscription_cancel subscription_data subscription_details subscription_update tax_behavior tax_code
      tax_id_collection transfer_lookup_key unit_amount`,
    reason: "Stripe, and its double in the tests.",
  },
  {
    names: "completion_tokens finish_reason prompt_tokens total_tokens",
    reason: "Models that speak as OpenAI's do.",
  },
  { names: "application_name", reason: "PostgreSQL's parameters of a connection." },
  { names: "stream_ops", reason: "Emscripten, with which PGlite is built." },
  { names: "job_id", reason: "Lines of the log, which operators search." },
  { names: "dynamic_imports", reason: "The modules.json of a build." },
];

const declaring = new Set([
  ts.SyntaxKind.PropertySignature,
  ts.SyntaxKind.PropertyAssignment,
  ts.SyntaxKind.ShorthandPropertyAssignment,
  ts.SyntaxKind.PropertyDeclaration,
  ts.SyntaxKind.MethodSignature,
  ts.SyntaxKind.MethodDeclaration,
  ts.SyntaxKind.GetAccessor,
  ts.SyntaxKind.SetAccessor,
  ts.SyntaxKind.JSDocPropertyTag,
]);

/** The name of a property that a node declares or destructures. @param {ts.Node} node */
function propertyNameOf(node) {
  const name = ts.isBindingElement(node)
    ? ts.isObjectBindingPattern(node.parent) && (node.propertyName ?? node.name)
    : declaring.has(node.kind) && /** @type {ts.NamedDeclaration} */ (node).name;
  return name && (ts.isIdentifier(name) || ts.isStringLiteral(name)) ? name : undefined;
}

/** @param {string} name */
const isSnakeCase = (name) => /^[a-z]\w*$/.test(name) && /[^_]_[^_]/.test(name);

/** @param {string} name */
const toCamelCase = (name) => name.replace(/_+(\w)/g, (_, letter) => letter.toUpperCase());

/** `param` of `param("note_id")`, `extend` of `schema.extend({})`. @param {ts.Node | undefined} node */
function calledName(node) {
  if (node === undefined || !ts.isCallExpression(node)) return "";
  const { expression } = node;
  return ts.isPropertyAccessExpression(expression) ? expression.name.text : expression.getText();
}

/** Whether an expression begins with zod's `z`. @param {ts.Node} node */
function isOfZod(node) {
  let at = node;
  while (ts.isCallExpression(at) || ts.isPropertyAccessExpression(at)) at = at.expression;
  return ts.isIdentifier(at) && at.text === "z";
}

const schemaMethods = new Set(["object", "strictObject", "looseObject", "extend", "safeExtend"]);
const logMethods = new Set(["trace", "debug", "info", "warn", "error", "fatal", "child"]);

/** Whether a property is a field of a schema. @param {ts.Node} node */
const isInSchema = (node) =>
  (ts.isPropertyAssignment(node) && isOfZod(node.initializer)) ||
  (ts.isObjectLiteralExpression(node.parent) && schemaMethods.has(calledName(node.parent.parent)));

/** Whether a property is a limit, whose name is the key of its counters in the database. @param {ts.Node} node */
const isLimit = (node) =>
  ts.isPropertyAssignment(node) &&
  ts.isObjectLiteralExpression(node.initializer) &&
  node.initializer.properties.some(({ name }) => name?.getText() === "points");

/** Whether a property is a field of a line in the log, or of the details in the audit log. @param {ts.Node} node */
const isLogged = ({ parent }) =>
  ts.isObjectLiteralExpression(parent) &&
  (logMethods.has(calledName(parent.parent)) || calledName(parent.parent) === "recordAudit");

/** Whether a property is a column of the rows that a statement returns. @param {ts.Node} node */
function isInRow({ parent }) {
  let at = parent;
  while (ts.isTypeNode(at) || ts.isPropertySignature(at)) at = at.parent;
  return ts.isTaggedTemplateExpression(at) || calledName(at) === "query";
}

/** Types whose arguments are names of properties. */
const keyTypes = new Set(["Pick", "Omit", "Extract", "Exclude"]);

/**
 * Whether a string is one of the values that code distinguishes: a lookup may have an entry for each.
 * @param {ts.Node} node
 */
function isValue({ parent }) {
  if (ts.isArrayLiteralExpression(parent)) {
    const { parent: list } = parent;
    return isOfZod(list) || (ts.isAsExpression(list) && list.type.getText() === "const");
  }
  if (!ts.isLiteralTypeNode(parent)) return isOfZod(parent) && calledName(parent) === "literal";
  let at = parent.parent;
  while (ts.isUnionTypeNode(at)) at = at.parent;
  if (ts.isTypeReferenceNode(at)) return !keyTypes.has(at.typeName.getText());
  return !ts.isIndexedAccessTypeNode(at);
}

/** A string or a part of a template. @param {ts.Node} node */
const textOf = (node) =>
  ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node)
    ? node.text
    : "";

/** What a statement of a module declares. @param {ts.Statement} statement */
function namesOf(statement) {
  const declared = ts.isVariableStatement(statement)
    ? statement.declarationList.declarations
    : [statement];
  return declared.map((one) => /** @type {ts.NamedDeclaration} */ (one).name?.getText());
}

/**
 * The properties that a file names in snake_case, the fields of records that it declares, and its values.
 * @param {string} file
 * @param {string} text
 * @param {readonly RecordSource[]} sources
 */
function readNames(file, text, sources) {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  /** @type {Property[]} */
  const properties = [];
  /** @type {Set<string>} */
  const fields = new Set();
  /** @type {Set<string>} */
  const values = new Set();

  /** @param {ts.Node} node @param {boolean} isRecord */
  const visit = (node, isRecord) => {
    const name = propertyNameOf(node);
    if (name !== undefined && isSnakeCase(name.text)) {
      const { line, character } = source.getLineAndCharacterOfPosition(name.getStart());
      const isKey = ts.isObjectLiteralElement(node) || ts.isBindingElement(node);
      properties.push({ at: `${file}:${line + 1}:${character + 1}`, name: name.text, isKey });
      const isField = isRecord || [isInSchema, isLimit, isLogged, isInRow].some((is) => is(node));
      if (isField) fields.add(name.text);
    }
    if (ts.isStringLiteralLike(node)) {
      const isInSql = ["as", "param"].includes(calledName(node.parent));
      if (isRecord || isInSql) fields.add(node.text);
      else if (isValue(node)) values.add(node.text);
    }
    for (const [, alias = ""] of textOf(node).matchAll(/\bas "?(\w+)/g)) fields.add(alias);
    ts.forEachChild(node, (child) => visit(child, isRecord));
    const { jsDoc = [] } = /** @type {{ jsDoc?: ts.Node[] }} */ (node);
    for (const comment of jsDoc) visit(comment, isRecord);
  };

  const isTables = /^server\/db\/[a-z-]*tables\.ts$/.test(file);
  for (const statement of source.statements) {
    const names = namesOf(statement);
    const isRecord = sources.some(
      ({ declaration }) => declaration === undefined || names.includes(declaration),
    );
    visit(statement, isTables || isRecord);
  }
  return { file, properties, fields, values };
}

/** @param {string} file */
const isTest = (file) => /\.test\.tsx?$|^e2e\/|\/testing\//.test(file);

/**
 * What is wrong with the case of properties, one sentence each.
 * @param {Record<string, string>} files their texts by their paths
 * @param {Rules} rules
 */
export function checkFieldNames(files, rules) {
  const read = Object.entries(files).map(([file, text]) =>
    readNames(
      file,
      text,
      rules.records.filter((record) => record.file === file),
    ),
  );
  const product = read.filter(({ file }) => !isTest(file));
  const outsideNames = rules.outside.flatMap(({ names }) => names.split(/\s+/));
  const known = new Set([...outsideNames, ...product.flatMap(({ fields }) => [...fields])]);
  const knownValues = new Set(product.flatMap(({ values }) => [...values]));
  const problems = read.flatMap(({ properties, fields, values }) =>
    properties
      .filter(({ name, isKey }) => {
        const isFieldOrValue =
          known.has(name) ||
          fields.has(name) ||
          (isKey && (knownValues.has(name) || values.has(name)));
        return !isFieldOrValue;
      })
      .map(
        ({ at, name }) =>
          `${at} ${name} is no field of a record on the wire or in the database: name it ${toCamelCase(name)}, or add to tools/check/field-names.mjs where it is one.`,
      ),
  );
  const missing = rules.records.filter(
    ({ file, declaration = "" }) => !new RegExp(`\\b${declaration}\\b`).test(files[file] ?? ""),
  );
  const used = new Set(read.flatMap(({ properties }) => properties.map(({ name }) => name)));
  return [
    ...problems,
    ...missing.map(
      ({ file, declaration = "records" }) => `${file} no longer declares ${declaration}.`,
    ),
    ...outsideNames.filter((name) => !used.has(name)).map((name) => `${name} is no longer used.`),
  ];
}

/** The product's files, tests and tools, without migrations, which name tables as they were. */
function readSources() {
  const root = fileURLToPath(new URL("../..", import.meta.url));
  const paths = globSync("{contract,server,web,e2e,tools,lab}/**/*.{ts,tsx,mjs}", { cwd: root })
    .map((file) => file.split(path.sep).join("/"))
    .filter((file) => !/-fixture\/|\/migrations\//.test(file));
  return Object.fromEntries(
    paths.map((file) => [file, readFileSync(path.join(root, file), "utf8")]),
  );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const files = readSources();
  const problems = checkFieldNames(files, { records, outside });
  for (const problem of problems) console.log(problem);
  console.log(`field names: ${Object.keys(files).length} files, ${problems.length} reports`);
  process.exitCode = problems.length > 0 ? 1 : 0;
}
