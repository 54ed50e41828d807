import type { BoundExpression } from '#firestore/rules/bound.ts';
import { typeOf } from '#firestore/rules/values/rule-value.ts';
import type { TypeName } from '#firestore/rules/values/rule-value.ts';

/** The type that an expression has for every request, or null if the type depends on the request. */
export function staticType(node: BoundExpression): TypeName | null {
  switch (node.kind) {
    case 'literal':
      return typeOf(node.value);
    case 'list':
    case 'map':
    case 'path':
      return node.kind;
    case 'builtin':
      return node.builtin.returns;
    case 'logical':
    case 'is':
      return 'bool';
    case 'unary':
      return node.operator === '!' ? 'bool' : null;
    case 'binary':
      return ['==', '!=', '<', '<=', '>', '>=', 'in'].includes(node.operator) ? 'bool' : null;
    case 'document':
      return node.call.exists ? 'bool' : null;
    case 'method': {
      const types = new Set([...node.byType.values()].map(({ returns }) => returns));
      const [only = null] = types;
      return types.size === 1 ? only : null;
    }
    case 'invoke':
      return node.callee.type;
    default:
      return null;
  }
}
