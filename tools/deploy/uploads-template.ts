import { CelEngine, TemplateFile, TemplateModel, type Engine } from '@aws/cloudformation-validate';

/** The outputs of the stack that the user copies into deploy/environments.json. */
const OUTPUTS = ['BucketName', 'IdentityPoolId', 'FunctionsRoleArn'];

/** Throws an error if CloudFormation would refuse the template, or if it lacks an output that a deployment needs. */
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

/** Errors and warnings of AWS's own linter, without its advice (such as to tag each resource). */
export function templateFaults(path: string, engine: Engine): string[] {
  const { status, diagnostics } = engine.validateStandard(new TemplateFile(path), { severityLevel: 'WARN' });
  const faults = diagnostics.map(({ ruleId, message, entity, startLine }) => {
    const place = [startLine, entity?.logicalId].filter((part) => part !== undefined).join(' ');
    return `${place}: ${message} (${ruleId})`;
  });
  return status === 'OK' || faults.length > 0 ? faults : [`The linter did not finish: ${status}.`];
}
