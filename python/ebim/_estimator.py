"""scikit-learn's base classes and checks or, where it is missing, as much of them as is needed."""

import numpy as np

try:
    from sklearn.base import BaseEstimator, DensityMixin, OneToOneFeatureMixin, TransformerMixin
    from sklearn.exceptions import NotFittedError
    from sklearn.utils.validation import check_is_fitted, validate_data
except ImportError:

    class NotFittedError(ValueError, AttributeError):
        """The estimator has not been fitted."""

    class DensityMixin:
        pass

    class OneToOneFeatureMixin:
        pass

    class TransformerMixin:
        def fit_transform(self, X, y=None):
            return self.fit(X).transform(X)

    class BaseEstimator:
        def get_params(self, deep=True):
            names = self.__init__.__code__.co_varnames[1:self.__init__.__code__.co_argcount
                                                       + self.__init__.__code__.co_kwonlyargcount]
            return {name: getattr(self, name) for name in names}

        def set_params(self, **params):
            known = self.get_params()
            for name, value in params.items():
                if name not in known:
                    raise ValueError(f"Invalid parameter {name!r} for estimator {self}; allowed: {', '.join(known)}")
                setattr(self, name, value)
            return self

        def __repr__(self):
            return f"{type(self).__name__}({', '.join(f'{k}={v!r}' for k, v in self.get_params().items())})"

    def check_is_fitted(estimator):
        if not hasattr(estimator, "n_features_in_"):
            raise NotFittedError(f"This {type(estimator).__name__} instance is not fitted yet; call fit first")

    def validate_data(estimator, X, *, dtype, reset=True, ensure_min_samples=1):
        names = [str(c) for c in X.columns] if hasattr(X, "columns") else None
        X = np.asarray(X)
        if np.iscomplexobj(X):
            raise ValueError("Complex data not supported")
        X = X.astype(dtype)
        if X.ndim != 2:
            raise ValueError(f"Expected 2D array, got {X.ndim}D array instead. Reshape your data, a row for each point")
        if len(X) < ensure_min_samples or X.shape[1] == 0:
            raise ValueError(f"Found array of shape {X.shape}; at least {ensure_min_samples} rows and a column are required")
        if not np.isfinite(X).all():
            raise ValueError("Input X contains NaN or infinity")
        if reset:
            estimator.n_features_in_ = X.shape[1]
            if names is not None:
                estimator.feature_names_in_ = np.array(names, dtype=object)
        elif X.shape[1] != estimator.n_features_in_:
            raise ValueError(f"X has {X.shape[1]} features, but {type(estimator).__name__} is expecting "
                             f"{estimator.n_features_in_} features as input")
        elif names is not None and names != list(getattr(estimator, "feature_names_in_", names)):
            raise ValueError("The feature names should match those that were passed during fit")
        return X
