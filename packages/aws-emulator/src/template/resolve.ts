import type { Parameter, Template } from '#aws/template/parse-template.ts';
import { isRecord, recordIn, TemplateError, textIn, type Values } from '#aws/template/values.ts';

/** The inputs of a stack: parameters, and the names that CloudFormation would generate. */
export interface StackSettings {
  readonly accountId: string;
  readonly region: string;
  readonly parameters: Readonly<Record<string, string>>;
  /** Names for resources without a name in the template, by logical id. */
  readonly names: Readonly<Record<string, string>>;
}

type Reference = string | readonly string[];

/** Evaluates a template's functions with the settings of a stack. */
export class Stack {
  readonly #template: Template;
  readonly #settings: StackSettings;
  readonly #values: ReadonlyMap<string, Reference>;

  constructor(template: Template, settings: StackSettings) {
    this.#template = template;
    this.#settings = settings;
    this.#values = new Map<string, Reference>([
      ...parameterValues(template, settings.parameters),
      ['AWS::AccountId', settings.accountId],
      ['AWS::Region', settings.region],
      ['AWS::Partition', 'aws'],
    ]);
  }

  /** The resources of a type with their evaluated properties, by logical id. */
  all(type: string): ReadonlyMap<string, Values> {
    const found = [...this.#template.resources].filter(([, resource]) => resource.type === type);
    return new Map(found.map(([id, { properties }]) => [id, recordIn(this.resolve(properties), id)]));
  }

  /** The only resource of a type. */
  only(type: string): readonly [logicalId: string, properties: Values] {
    const [first, ...others] = this.all(type);
    if (first === undefined || others.length > 0)
      throw new TemplateError(`The template must have one ${type}, but has ${this.all(type).size}.`);
    return first;
  }

  output(name: string): unknown {
    return this.resolve(this.#template.outputs.get(name));
  }

  resolve(value: unknown): unknown {
    if (Array.isArray(value)) return value.map((item) => this.resolve(item));
    if (!isRecord(value)) return value;
    const [only, ...others] = Object.entries(value);
    const [name, argument] = only ?? ['', null];
    if (others.length === 0 && (name === 'Ref' || name.startsWith('Fn::'))) return this.#call(name, argument);
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, this.resolve(item)]));
  }

  #call(name: string, argument: unknown): Reference {
    if (name === 'Ref' && typeof argument === 'string') return this.reference(argument);
    if (name === 'Fn::Sub' && typeof argument === 'string') return this.#substitute(argument);
    if (name === 'Fn::GetAtt' && Array.isArray(argument) && argument.length === 2)
      return this.attribute(String(argument[0]), String(argument[1]));
    if (name === 'Fn::Join' && Array.isArray(argument) && Array.isArray(argument[1]))
      return argument[1].map((item) => String(this.resolve(item))).join(String(argument[0]));
    throw new TemplateError(`${name} of ${JSON.stringify(argument)} is not supported.`);
  }

  #substitute(text: string): string {
    return text.replaceAll(/\$\{(?<name>[^}]+)\}/gu, (_, name: string) => {
      // `${!x}` is an escape for a literal `${x}`, such as a variable of IAM.
      if (name.startsWith('!')) return `\${${name.slice(1)}}`;
      const [id = '', attribute] = name.split('.');
      const value = attribute === undefined ? this.reference(name) : this.attribute(id, attribute);
      if (typeof value !== 'string') throw new TemplateError(`${name} is a list, in: ${text}`);
      return value;
    });
  }

  reference(name: string): Reference {
    const known = this.#values.get(name);
    if (known !== undefined) return known;
    const resource = this.#template.resources.get(name);
    if (resource === undefined) throw new TemplateError(`The template has no parameter or resource ${name}.`);
    return resource.type === 'AWS::IAM::OIDCProvider' ? this.attribute(name, 'Arn') : this.#nameOf(name);
  }

  attribute(id: string, attribute: string): string {
    const type = this.#template.resources.get(id)?.type;
    if (type === 'AWS::SQS::Queue' && attribute === 'QueueName') return this.#nameOf(id);
    if (attribute !== 'Arn' || type === undefined)
      throw new TemplateError(`The attribute ${id}.${attribute} is not supported.`);
    const { accountId, region } = this.#settings;
    switch (type) {
      case 'AWS::S3::Bucket':
        return `arn:aws:s3:::${this.#nameOf(id)}`;
      case 'AWS::IAM::Role':
        return `arn:aws:iam::${accountId}:role/${this.#nameOf(id)}`;
      case 'AWS::IAM::OIDCProvider':
        return `arn:aws:iam::${accountId}:oidc-provider/${this.#nameOf(id)}`;
      case 'AWS::Lambda::Function':
        return `arn:aws:lambda:${region}:${accountId}:function:${this.#nameOf(id)}`;
      case 'AWS::Cognito::IdentityPool':
        return `arn:aws:cognito-identity:${region}:${accountId}:identitypool/${this.#nameOf(id)}`;
      case 'AWS::SQS::Queue':
        return `arn:aws:sqs:${region}:${accountId}:${this.#nameOf(id)}`;
      case 'AWS::Logs::LogGroup':
        return `arn:aws:logs:${region}:${accountId}:log-group:${this.#nameOf(id)}:*`;
      default:
        throw new TemplateError(`The ARN of a ${type} is not supported.`);
    }
  }

  #nameOf(id: string): string {
    const { type, properties = {} } = this.#template.resources.get(id) ?? {};
    if (type === 'AWS::S3::Bucket') return String(this.resolve(properties['BucketName']));
    if (type === 'AWS::IAM::OIDCProvider')
      return textIn({ Url: this.resolve(properties['Url']) }, 'Url').replace('https://', '');
    return this.#settings.names[id] ?? id;
  }
}

function parameterValues(
  { parameters }: Template,
  given: Readonly<Record<string, string>>,
): [name: string, value: Reference][] {
  for (const name of Object.keys(given))
    if (!parameters.has(name)) throw new TemplateError(`The template has no parameter ${name}.`);
  return [...parameters].map(([name, parameter]) => {
    const value = given[name] ?? parameter.default;
    if (value === null) throw new TemplateError(`The parameter ${name} needs a value.`);
    checkParameter(name, value, parameter);
    return [name, parameter.type === 'CommaDelimitedList' ? value.split(',') : value];
  });
}

function checkParameter(name: string, value: string, { allowedValues, allowedPattern }: Parameter): void {
  const isAllowed = allowedValues?.includes(value) ?? true;
  if (!isAllowed || !new RegExp(`^(?:${allowedPattern ?? '[^]*'})$`, 'u').test(value))
    throw new TemplateError(`${JSON.stringify(value)} is not allowed for the parameter ${name}.`);
}
