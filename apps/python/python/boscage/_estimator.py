"""The base of estimators: that of scikit-learn, if it is installed."""

from __future__ import annotations

import inspect
from typing import TYPE_CHECKING, Any

import numpy as np

from ._points import rows_of


class Plain:
    """An estimator without scikit-learn: its parameters are the arguments of its constructor."""

    @classmethod
    def _defaults(cls) -> dict[str, Any]:
        arguments = list(inspect.signature(cls.__init__).parameters.values())[1:]
        return {argument.name: argument.default for argument in arguments}

    def get_params(self, deep: bool = True) -> dict[str, Any]:
        """Returns the parameters by name. ``deep`` is ignored: no parameter is an estimator."""
        return {name: getattr(self, name) for name in sorted(self._defaults())}

    def set_params(self, **params: Any) -> Any:
        """Sets some parameters, and returns the estimator."""
        known = self._defaults()
        for name in params:
            if name not in known:
                raise ValueError(f"expected parameters among {', '.join(sorted(known))}, found {name!r}")
        for name, value in params.items():
            setattr(self, name, value)
        return self

    def __repr__(self) -> str:
        defaults, params = self._defaults(), self.get_params()
        changed = [f"{name}={value!r}" for name, value in params.items() if value is not defaults[name]]
        return f"{type(self).__name__}({', '.join(changed)})"

    def validated(self, X: Any) -> np.ndarray:
        """Returns the samples, and notes the number of their features."""
        array = rows_of(X)
        if 0 in array.shape:
            raise ValueError(f"X: expected samples with features, found the shape {array.shape}")
        self.n_features_in_ = array.shape[1]
        return array


if TYPE_CHECKING:
    Estimator = Plain
else:
    try:
        from sklearn.base import BaseEstimator, ClusterMixin
        from sklearn.utils.validation import validate_data
    except ImportError:
        Estimator = Plain
    else:

        class Estimator(ClusterMixin, BaseEstimator):
            """An estimator of scikit-learn."""

            def validated(self, X: Any) -> np.ndarray:
                """Returns the samples, and notes their features."""
                return validate_data(self, X, dtype=[np.float64, np.float32], ensure_all_finite=False)
