import { equalValues } from './compare.ts';
import { type Doc, isDoc, own, regex, requestFailed, type Value } from './ejson.ts';
import { typeTest } from './typeNames.ts';

type Valid = (value: Value) => boolean;

/** JSON Schema's own type names, where they differ from BSON's. */
const ALIASES: Record<string, string> = { boolean: 'bool' };

/** The keywords of `$jsonSchema` in common use; an unknown one is an error, as on MongoDB. */
export function compileJsonSchema(schema: Value | undefined): Valid {
  if (!isDoc(schema)) throw requestFailed('$jsonSchema must be an object');
  const checks = Object.keys(schema).map(key => compileKeyword(key, schema[key]!, schema));
  return value => checks.every(check => check(value));
}

function compileKeyword(key: string, operand: Value, schema: Doc): Valid {
  switch (key) {
    case 'title':
    case 'description':
    case 'exclusiveMinimum':
    case 'exclusiveMaximum':
      return () => true;
    case 'type':
    case 'bsonType': {
      const names = Array.isArray(operand) ? operand : [operand];
      const tests = names.map(name => typeTest(ALIASES[String(name)] ?? name));
      return value => tests.some(test => test(value));
    }
    case 'enum':
      return value => array(key, operand).some(item => equalValues(item, value));
    case 'minimum':
      return number(n => (schema.exclusiveMinimum ? n > Number(operand) : n >= Number(operand)));
    case 'maximum':
      return number(n => (schema.exclusiveMaximum ? n < Number(operand) : n <= Number(operand)));
    case 'multipleOf':
      return number(n => n % Number(operand) === 0);
    case 'minLength':
      return value => typeof value !== 'string' || [...value].length >= Number(operand);
    case 'maxLength':
      return value => typeof value !== 'string' || [...value].length <= Number(operand);
    case 'pattern': {
      const pattern = regex(String(operand), '');
      return value => typeof value !== 'string' || pattern.test(value);
    }
    case 'items': {
      const valid = compileJsonSchema(operand);
      return value => !Array.isArray(value) || value.every(valid);
    }
    case 'minItems':
      return value => !Array.isArray(value) || value.length >= Number(operand);
    case 'maxItems':
      return value => !Array.isArray(value) || value.length <= Number(operand);
    case 'uniqueItems':
      return value =>
        !operand ||
        !Array.isArray(value) ||
        !value.some((item, i) => value.slice(0, i).some(other => equalValues(item, other)));
    case 'required':
      return value => {
        const names = array(key, operand);
        return !isDoc(value) || names.every(name => own(value, String(name)) !== undefined);
      };
    case 'properties': {
      const properties = Object.entries(isDoc(operand) ? operand : {}).map(
        ([name, sub]) => [name, compileJsonSchema(sub)] as const,
      );
      return value =>
        !isDoc(value) ||
        properties.every(([name, valid]) => {
          const field = own(value, name);
          return field === undefined || valid(field);
        });
    }
    case 'additionalProperties': {
      const known = isDoc(schema.properties) ? schema.properties : {};
      const valid = typeof operand === 'boolean' ? () => operand : compileJsonSchema(operand);
      return value =>
        !isDoc(value) ||
        Object.keys(value).every(name => own(known, name) !== undefined || valid(value[name]!));
    }
    case 'minProperties':
      return value => !isDoc(value) || Object.keys(value).length >= Number(operand);
    case 'maxProperties':
      return value => !isDoc(value) || Object.keys(value).length <= Number(operand);
    case 'allOf':
    case 'anyOf':
    case 'oneOf': {
      const valid = array(key, operand).map(compileJsonSchema);
      if (key === 'allOf') return value => valid.every(v => v(value));
      if (key === 'anyOf') return value => valid.some(v => v(value));
      return value => valid.filter(v => v(value)).length === 1;
    }
    case 'not': {
      const valid = compileJsonSchema(operand);
      return value => !valid(value);
    }
    default:
      throw requestFailed(`Unknown $jsonSchema keyword: ${key}`);
  }
}

const number =
  (test: (n: number) => boolean): Valid =>
  value =>
    typeof value !== 'number' || test(value);

function array(key: string, operand: Value): Value[] {
  if (!Array.isArray(operand)) throw requestFailed(`$jsonSchema keyword '${key}' must be an array`);
  return operand;
}
