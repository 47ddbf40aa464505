package draft

import (
	"strings"
	"testing"
)

// Columns are coordinates of marks where each has the same axes; vectors of sensors are no places.
func TestLandmarks(t *testing.T) {
	for _, test := range []struct {
		names string
		want  int
	}{
		{"x00 y00 x01 y01 x02 y02", 3}, {"x1 y1 z1 x2 y2 z2 x3 y3 z3", 3}, {"X1 X2 X3 Y1 Y2 Y3", 3},
		{"1x 1y 2x 2y 3x 3y", 3}, {"nose_x nose_y left_eye_x left_eye_y right_eye_x right_eye_y", 3},
		{"noseX noseY earX earY tailX tailY", 3}, {"kp_1_x kp_1_y kp_2_x kp_2_y kp_3_x kp_3_y", 3},
		{"x1 y1 x2 y2", 0}, {"x1 x2 x3 x4 x5 x6", 0}, {"x1 y1 x2 y2 x3 y4", 0}, {"x1 y1 x2 y2 x3 y3 t", 0},
		{"acc_x acc_y acc_z gyro_x gyro_y gyro_z mag_x mag_y mag_z", 0},
		{"accX accY gyroX gyroY magX magY", 0}, {"x1_[mm] y1_[mm] x2_[mm] y2_[mm] x3_[px] y3_[px]", 0},
		{"x1_[mm] y1_[mm] x2_[mm] y2_[mm] x3_[mm] y3_[mm]", 3}, {"foot1_x foot1_y hip_x hip_y knee_x knee_y", 3},
	} {
		if got := surveyOfColumns(0, 1, strings.Fields(test.names)...).landmarks(); got != test.want {
			t.Errorf("%s: %d marks, want %d", test.names, got, test.want)
		}
	}
	plate := surveyOfColumns(0, 1, strings.Fields("com_x com_y cop_x cop_y grf_x grf_y")...)
	plate.Columns[4].High, plate.Columns[5].High = 800, 900
	if got := plate.landmarks(); got != 0 {
		t.Errorf("forces beside places are %d marks", got)
	}
}
