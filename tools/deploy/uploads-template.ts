import { CelEngine, TemplateFile, TemplateModel, type Engine } from '@aws/cloudformation-validate';

/** What deploy/environments.json takes over from the stack: the names of its outputs. */
const OUTPUTS = ['BucketName', 'IdentityPoolId', 'FunctionsRoleArn'];

/** Throws for a template that CloudFormation would refuse, or that lacks a value a deployment needs. */
export function checkTemplate(path: string): string {
  const engine = new CelEngine();
  const faults = templateFaults(path, engine);
  engine.free();
  if (faults.length > 0) throw new Error(faults.join('\n'));

  const model = new TemplateModel(new TemplateFile(path));
  const [resources, outputs] = [model.resources(), model.outputs()];
  model.free();
  const missing = OUTPUTS.filter((name) => !Object.hasOwn(outputs, name));
  if (missing.length > 0) throw new Error(`The outputs lack ${missing.join(', ')}.`);
  return `${Object.keys(resources).length} resources, with the outputs that environments.json names`;
}

/** What AWS's own linter finds wrong or doubtful. Its advice, such as to give each resource tags, is left out. */
export function templateFaults(path: string, engine: Engine): string[] {
  const { status, diagnostics } = engine.validateStandard(new TemplateFile(path), { severityLevel: 'WARN' });
  const faults = diagnostics.map(({ ruleId, message, entity, startLine }) => {
    const place = [startLine, entity?.logicalId].filter((part) => part !== undefined).join(' ');
    return `${place}: ${message} (${ruleId})`;
  });
  return status === 'OK' || faults.length > 0
    ? faults
    : [`The linter could not look at all of it: ${status}.`];
}
