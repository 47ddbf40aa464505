"""How near draws and meshes of runs are to what is known of their shapes.

python3 distances.py ring|rotations|torus|half_sphere SAMPLES.npy ...
python3 distances.py meshes REFERENCE MESH ...
python3 distances.py scan SCAN.npy MESH ...
python3 distances.py poisson SCAN.npy MESH [estimated]

ring: errors of the 16 distances of cyclo-octane's carbons, to first and second neighbors; rotations: distances to the
nearest rotation, by polar projection; torus: to the product of unit circles; half_sphere: to the unit sphere, and below
its edge. meshes: Chamfer (mean of both directions) and Hausdorff distances of 40,000 even points of each from those of
the reference, as shares of the diagonal of its box; scan: distances of a scan's points from 100,000 of a mesh, as
shares of the scan's. poisson: writes the screened Poisson reconstruction of a scan of points and normals, by its own
normals or estimated ones. The last three need Open3D and SciPy.
"""
import sys, time

import numpy as np

BOND, SECOND = 1.52, 2.5639  # Angstrom
SEED = 1


def ring(x):
    carbons = x.reshape(len(x), 8, 3)
    errors = [np.linalg.norm(carbons - np.roll(carbons, -k, 1), axis=2) - right
              for k, right in ((1, BOND), (2, SECOND))]
    return "rms error of the distances %.4f" % np.sqrt(np.square(errors).mean())


def spread(distances):
    return "median %.4f, 95 %% %.4f, largest %.4f" % tuple(np.quantile(distances, (0.5, 0.95, 1)))


def rotations(x):
    x = x.reshape(len(x), 3, 3)
    u, _, v = np.linalg.svd(x)
    u[:, :, 2] *= np.linalg.det(u @ v)[:, None]
    return spread(np.linalg.norm(x - u @ v, axis=(1, 2)))


def torus(x):
    return spread(np.linalg.norm(np.linalg.norm(x.reshape(len(x), -1, 2), axis=2) - 1, axis=1))


def half_sphere(x):
    below = x[:, -1] < 0
    return spread(abs(np.linalg.norm(x, axis=1) - 1)) + "; %.2f %% below the edge, by %.3f at most" % (
        100 * below.mean(), max(0, -x[:, -1].min()))


def read(path):
    import open3d

    return open3d.io.read_triangle_mesh(path)


def even(mesh, count):
    return np.asarray(mesh.sample_points_uniformly(count).points)


def apart(a, b):
    """Distances of each of a to the nearest of b."""
    from scipy.spatial import cKDTree

    return cKDTree(b).query(a)[0]


def described(mesh):
    return "%d pieces, Euler characteristic %d" % (
        len(mesh.cluster_connected_triangles()[1]), mesh.euler_poincare_characteristic())


def meshes(reference, *paths):
    true = read(reference)
    x = even(true, 40_000)
    diagonal = np.linalg.norm(np.ptp(x, axis=0))
    print("%s, again: Chamfer %.4f" % (reference, apart(even(true, 40_000), x).mean() / diagonal))
    for path in paths:
        mesh = read(path)
        there, back = (d / diagonal for p in [even(mesh, 40_000)] for d in (apart(p, x), apart(x, p)))
        print("%s: Chamfer %.4f, Hausdorff %.3f; %s" % (
            path, (there.mean() + back.mean()) / 2, max(there.max(), back.max()), described(mesh)))


def scan(points, *paths):
    x = np.load(points)[:, :3]
    for path in paths:
        d = apart(x, even(read(path), 100_000)) / np.linalg.norm(np.ptp(x, axis=0))
        print("%s: mean %.4f, largest %.3f; %s" % (path, d.mean(), d.max(), described(read(path))))


def poisson(points, path, normals="given"):
    import open3d

    x = np.load(points)
    cloud = open3d.geometry.PointCloud(open3d.utility.Vector3dVector(x[:, :3]))
    before = time.process_time()
    if normals == "given":
        cloud.normals = open3d.utility.Vector3dVector(x[:, 3:])
    else:
        cloud.estimate_normals(open3d.geometry.KDTreeSearchParamKNN(16))
        cloud.orient_normals_consistent_tangent_plane(16)
    mesh, _ = open3d.geometry.TriangleMesh.create_from_point_cloud_poisson(cloud, depth=8, n_threads=1)
    print("%s: %.1f s of processor time" % (path, time.process_time() - before))
    open3d.io.write_triangle_mesh(path, mesh)


def main(what, *paths):
    if what in ("meshes", "scan", "poisson"):
        import open3d

        open3d.utility.random.seed(SEED)
        globals()[what](*paths)
        return
    for path in paths:
        print(path + ": " + {"ring": ring, "rotations": rotations, "torus": torus, "half_sphere": half_sphere}[what](
            np.load(path)))


if __name__ == "__main__":
    main(*sys.argv[1:])
